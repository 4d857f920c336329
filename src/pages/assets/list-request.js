let current = new AbortController();

/** The signal of a request for the list, which aborts the one before: only the latest is shown. */
export function nextListRequest() {
  current.abort();
  current = new AbortController();
  return current.signal;
}
