import type { Data } from "../dataset/made.ts";
import type { Size } from "../dataset/size.ts";
import { type Request, VALUE, type Work } from "./work.ts";

const PER_PAGE = 20;

export const USER_WORKS: readonly Work[] = [
  {
    name: "users-first",
    title: ({ size }) => `GET page 1 of ${usersIn(size)}`,
    request: (_data, { administrator }) => pageOf(1, administrator),
  },
  {
    name: "users-last",
    title: (data) => `GET page ${lastOf(data).toLocaleString("en")} of ${usersIn(data.size)}`,
    request: (data, { administrator }) => pageOf(lastOf(data), administrator),
    isHeavy: true,
  },
  {
    name: "users-pages",
    title: ({ size }) => `GET any page of ${usersIn(size)}`,
    request: (data, { administrator }) => ({
      ...pageOf(VALUE, administrator),
      values: Array.from({ length: 1_000 }, (_, part) => String(1 + Math.floor((part / 1_000) * lastOf(data)))),
    }),
    isHeavy: true,
  },
];

function pageOf(page: number | string, headers: Readonly<Record<string, string>>): Request {
  return { method: "GET", path: `/api/v1/users.json?limit=${PER_PAGE}&page=${page}`, headers, status: 200 };
}

function lastOf({ size }: Data): number {
  return Math.ceil(size.accounts / PER_PAGE);
}

function usersIn({ accounts }: Size): string {
  return `${accounts.toLocaleString("en")} users`;
}
