import t from "tap";
import { isRejected } from "../../src/database/postgres/driver/errors.ts";

function serverError(code: string, severity: string): Error {
  return Object.assign(new Error("failed"), { name: "error", code, severity });
}

t.test("isRejected: for rejected statements in any language of the server, not for closed connections", async (t) => {
  for (const severity of ["ERROR", "FEHLER", "ОШИБКА"])
    for (const code of ["23505", "40001", "40P01", "53100", "55P03", "57014", "25006"])
      t.ok(isRejected(serverError(code, severity)), `${severity} ${code}`);
  for (const severity of ["FATAL", "PANIK"])
    for (const code of ["57P01", "57P02", "57P05", "25P03", "53300", "XX000", "08006"])
      t.notOk(isRejected(serverError(code, severity)), `${severity} ${code}`);
  t.notOk(isRejected(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })));
});
