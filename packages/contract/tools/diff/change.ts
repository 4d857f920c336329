/** How a change affects clients that follow the contract, the worst first. */
export const SEVERITIES = ["breaking", "may break", "harmless"] as const;

/** A difference between two versions of a contract. */
export interface Change {
  /** What kind of change it is, as oasdiff names its checks, or a name of this package. */
  readonly id: string;
  readonly severity: (typeof SEVERITIES)[number];
  /** The method and path of an operation, or a section of the contract. */
  readonly place: string;
  readonly text: string;
}
