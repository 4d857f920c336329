/** Whether a value is an object, so that its fields can be read by name. Arrays are objects too. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
