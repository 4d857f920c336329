import type { Attack } from "./attack.ts";
import { BIGTREE } from "./bigtree.ts";
import { FLOODS } from "./floods.ts";
import { INFORMATIONAL } from "./informational.ts";
import { PAGEFLOOD } from "./pageflood.ts";
import { PREHIJACK } from "./prehijack.ts";
import { SEARCHBURST } from "./searchburst.ts";
import { SUBTREE } from "./subtree.ts";
import { UPLOADS } from "./uploads.ts";
import { WRITERS } from "./writer.ts";
import { ZIP } from "./zip.ts";

/** All attacks by name. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  ...FLOODS,
  informational: INFORMATIONAL,
  prehijack: PREHIJACK,
  subtree: SUBTREE,
  pageflood: PAGEFLOOD,
  searchburst: SEARCHBURST,
  uploads: UPLOADS,
  ...WRITERS,
  bigtree: BIGTREE,
  zip: ZIP,
};

/** The attack with this name. Throws if there is none. */
export function attackNamed(name: string): Attack {
  const attack = new Map(Object.entries(ATTACKS)).get(name);
  if (attack === undefined) throw new Error(`There is no attack named ${name}.`);
  return attack;
}
