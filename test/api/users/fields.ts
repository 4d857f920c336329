/** The fields of a body; throws when it is not an object. */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== "object" || body === null) throw new Error("The body is not an object.");
  return { ...body };
}

/** The error messages of a 422 response, by field. */
export function errorsIn(body: unknown): Readonly<Record<string, unknown>> {
  return fieldsOf(fieldsOf(fieldsOf(body).status).errors);
}
