import { LEVELS } from "../../accounts/levels.ts";

export const LEVEL_OPTION = {
  type: "integer",
  value: "<level>",
  choices: LEVELS,
  description: "1 authenticated user, 2 collaborator, 3 supervisor, 4 administrator",
} as const;
