/** The fields of a body. */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== "object" || body === null) throw new Error("The body is not an object.");
  return { ...body };
}

/** The messages by field of a response of 422. */
export function errorsIn(body: unknown): Readonly<Record<string, unknown>> {
  return fieldsOf(fieldsOf(fieldsOf(body).status).errors);
}
