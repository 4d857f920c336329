import { astToString } from "openapi-typescript";
import ts from "typescript";

/** The types of a contract, for clients. */
export interface NamedTypes {
  readonly text: string;
  /** The exported types that an editor shows by name: schemas without numbers, strings and arrays; queries. */
  readonly names: readonly string[];
}

const { factory } = ts;
const EXPORT = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];

/**
 * Prints the types that openapi-typescript generates for a contract, with a name for each schema and for
 * the query of each operation: `export type Item = { … }`. Editors show that name where they would
 * otherwise list the fields. The text about an operation is at its type, which the methods get it from.
 */
export function printNamedTypes(nodes: readonly ts.Node[]): NamedTypes {
  const named: ts.TypeAliasDeclaration[] = [];

  /** Moves a type to a declaration of its own, and refers to it by name. */
  const name = (property: ts.PropertySignature, as: string): ts.PropertySignature => {
    const declaration = factory.createTypeAliasDeclaration(EXPORT, as, undefined, typeOf(property));
    ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(property));
    named.push(declaration);
    const reference = factory.createTypeReferenceNode(as);
    return factory.createPropertySignature(property.modifiers, property.name, property.questionToken, reference);
  };

  const nameSchemas = mapProperties((property) =>
    nameOf(property) === "schemas" ? within(property, (schema) => name(schema, nameOf(schema))) : property,
  );
  const texts = takeTexts(nodes);
  const changeOperation = (operation: ts.PropertySignature) => describe(nameQuery(operation), texts);
  const nameQuery = (operation: ts.PropertySignature) =>
    within(operation, (parameters) =>
      nameOf(parameters) !== "parameters"
        ? parameters
        : within(parameters, (group) =>
            nameOf(group) === "query" && ts.isTypeLiteralNode(typeOf(group))
              ? name(group, `${capitalize(nameOf(operation))}Query`)
              : group,
          ),
    );
  const changes = new Map([
    ["components", nameSchemas],
    ["operations", mapProperties(changeOperation)],
  ]);
  const changed = nodes.map((node) =>
    ts.isInterfaceDeclaration(node) ? (changes.get(node.name.text)?.(node) ?? node) : node,
  );
  const text = astToString([...changed, ...named]).replaceAll(/components\["schemas"\]\["(\w+)"\]/g, "$1");
  return { text, names: named.filter(hasVisibleName).map((declaration) => declaration.name.text) };
}

/** Removes the comments from the methods of `paths`, and returns them by the name of the operation. */
function takeTexts(nodes: readonly ts.Node[]): ReadonlyMap<string, ts.SynthesizedComment[]> {
  const texts = new Map<string, ts.SynthesizedComment[]>();
  const takeFrom = (method: ts.PropertySignature) => {
    const { type } = method;
    if (type === undefined || !ts.isIndexedAccessTypeNode(type) || !ts.isLiteralTypeNode(type.indexType)) return method;
    const { literal } = type.indexType;
    const comments = ts.getSyntheticLeadingComments(method);
    if (comments !== undefined && ts.isStringLiteral(literal)) texts.set(literal.text, comments);
    return ts.setSyntheticLeadingComments(method, undefined);
  };
  const takeFromPaths = mapProperties((path) => within(path, takeFrom));
  for (const node of nodes) if (ts.isInterfaceDeclaration(node) && node.name.text === "paths") takeFromPaths(node);
  return texts;
}

/** Writes the summary and the description of an operation, as paragraphs, above its type. */
function describe(
  operation: ts.PropertySignature,
  texts: ReadonlyMap<string, ts.SynthesizedComment[]>,
): ts.PropertySignature {
  const comments = texts.get(nameOf(operation));
  if (comments === undefined) throw new Error(`The operation ${nameOf(operation)} has no summary.`);
  const paragraphs = comments.map((comment) => ({
    ...comment,
    text: comment.text.replace(/\n( *\*) @description /, "\n$1\n$1 ").replaceAll(/(\n *\*) {5}/g, "$1 "),
  }));
  return ts.setSyntheticLeadingComments(operation, paragraphs);
}

/** Returns a function that changes each property of an interface. */
function mapProperties(change: (property: ts.PropertySignature) => ts.PropertySignature) {
  return (node: ts.InterfaceDeclaration): ts.InterfaceDeclaration =>
    factory.updateInterfaceDeclaration(
      node,
      node.modifiers,
      node.name,
      node.typeParameters,
      node.heritageClauses,
      node.members.map((member) => (ts.isPropertySignature(member) ? change(member) : member)),
    );
}

/** Changes each property of the object type that a property has; other types stay as they are. */
function within(
  property: ts.PropertySignature,
  change: (inner: ts.PropertySignature) => ts.PropertySignature,
): ts.PropertySignature {
  const type = typeOf(property);
  if (!ts.isTypeLiteralNode(type)) return property;
  const members = type.members.map((member) => (ts.isPropertySignature(member) ? change(member) : member));
  return factory.updatePropertySignature(
    property,
    property.modifiers,
    property.name,
    property.questionToken,
    factory.updateTypeLiteralNode(type, factory.createNodeArray(members)),
  );
}

/** Editors show numbers, strings and arrays as such, even where they have a name. */
function hasVisibleName({ type }: ts.TypeAliasDeclaration): boolean {
  return ts.isTypeLiteralNode(type) || ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type);
}

function nameOf({ name }: ts.PropertySignature): string {
  return ts.isComputedPropertyName(name) ? "" : name.text;
}

function typeOf({ type }: ts.PropertySignature): ts.TypeNode {
  if (type === undefined) throw new Error("A generated property has no type.");
  return type;
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

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
