export const CONTRACTS = ["catalogue", "users", "collections"] as const;

export type ContractName = (typeof CONTRACTS)[number];

/** A programming language in which clients are generated. */
export interface Language {
  /** Finds or installs the generator. Creates `folder`, to which the tools write the generated clients. */
  readonly openTools: (folder: string) => Promise<Tools>;
}

export interface Tools {
  /** Generates the client of a contract. */
  readonly generate: (contract: ContractName) => Promise<void>;
  /** Type-checks or compiles all generated clients and the scenarios (test programs) that use them. */
  readonly build: () => Promise<void>;
  /** Runs the scenario of a contract with these environment variables. */
  readonly runScenario: (contract: ContractName, variables: Readonly<Record<string, string>>) => Promise<void>;
}
