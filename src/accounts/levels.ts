/** User levels: 1 authenticated user, 2 collaborator, 3 supervisor, 4 administrator. */
export const LEVELS = [1, 2, 3, 4] as const;

export type Level = (typeof LEVELS)[number];
