import type { components } from "../../../generated/collections.ts";
import type { Group } from "../../library/icons/groups.ts";

export function toIcons(groups: readonly Group[], baseUrl: string): components["schemas"]["Icons"] {
  const toAddress = (icon: string) => ({ png: `${baseUrl}/rest/v1/icon/${icon}.png` });
  return { result: true, items: groups.map(({ title, icons }) => ({ title, icons: icons.map(toAddress) })) };
}
