/** What a copy may do, wherever it is opened: show itself. */
export const COPY_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline' data:; font-src data:; media-src data:; form-action 'none'; base-uri 'none'";
