/** At most `most` of `all`, from the whole of them, in their order. */
export function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  const step = all.length / most;
  return Array.from({ length: most }, (_, i) => all[Math.floor(i * step)]!);
}
