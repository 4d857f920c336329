/** Media with different links of nearly 2,000 bytes each: at most 32 fit into an item, which can have 64 KiB. */
export function mediaOf(count: number, name = "m"): { link: string }[] {
  const padding = "x".repeat(1_950);
  return Array.from({ length: count }, (_, index) => ({ link: `https://example.com/${name}${index}/${padding}` }));
}
