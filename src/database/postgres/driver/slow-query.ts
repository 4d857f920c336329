/** The result of a query. Rejects if it takes longer than `milliseconds`; the database may go on executing it. */
export async function rejectIfSlow<T>(query: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("The database does not respond.")), milliseconds);
  });
  try {
    return await Promise.race([query, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
