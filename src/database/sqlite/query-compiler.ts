import { type SelectModifierNode, SqliteQueryCompiler } from "kysely";

/** Kysely's compiler, with two changes for SQLite. */
export class SqliteFileQueryCompiler extends SqliteQueryCompiler {
  /** Omits `for update`: a write transaction locks the whole database. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== "ForUpdate") super.visitSelectModifier(node);
  }

  /**
   * Writes parameters as `+?`. SQLite's planner looks at the value of a bare `?` and plans again whenever a
   * new value is bound, which takes longer than reading a row; it does not look into an expression. A value
   * that the plan depends on is written as a literal in its query.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return "+?";
  }
}
