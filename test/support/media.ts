/** Media with different links of nearly 2,000 bytes each: 33 are more than an item can have. */
export function mediaOf(count: number, name = "m"): { link: string }[] {
  const padding = "x".repeat(1_950);
  return Array.from({ length: count }, (_, index) => ({ link: `https://example.com/${name}${index}/${padding}` }));
}
