/** The names of the types of one contract. */
export interface ContractNames {
  readonly contract: string;
  readonly names: readonly string[];
}

/**
 * The module that exports the named types of all contracts. A name that several contracts use gets the
 * contract as a prefix: `CatalogueFailure`.
 */
export function printNames(contracts: readonly ContractNames[]): string {
  const all = contracts.flatMap(({ names }) => names);
  const isShared = (name: string) => all.indexOf(name) !== all.lastIndexOf(name);
  return contracts
    .map(({ contract, names }) => {
      const prefix = contract.charAt(0).toUpperCase() + contract.slice(1);
      const exported = names.map((name) => (isShared(name) ? `  ${name} as ${prefix}${name},\n` : `  ${name},\n`));
      return `export type {\n${exported.join("")}} from "./${contract}.ts";\n`;
    })
    .join("");
}
