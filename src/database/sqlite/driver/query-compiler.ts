import { type SelectModifierNode, SqliteQueryCompiler } from "kysely";

/** Kysely's compiler, with two changes for SQLite. */
export class SqliteFileQueryCompiler extends SqliteQueryCompiler {
  /** Omits `for update`: a write transaction locks the whole database. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== "ForUpdate" && node.modifier !== "ForShare") super.visitSelectModifier(node);
  }

  /**
   * Writes parameters as `+?`, an expression. SQLite plans a query with a bare `?` again for each
   * new value, which takes longer than reading a row. A value that the plan depends on must be a
   * literal in its query.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return "+?";
  }
}
