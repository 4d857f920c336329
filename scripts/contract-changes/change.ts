/** Whether a change breaks clients that keep to the contract, may break some, or none. In the order in which they are told. */
export const SEVERITIES = ["breaking", "may break", "harmless"] as const;

/** A difference between two versions of a contract. */
export interface Change {
  readonly severity: (typeof SEVERITIES)[number];
  /** The operation as its method and path, or the part of the contract. */
  readonly place: string;
  readonly text: string;
}
