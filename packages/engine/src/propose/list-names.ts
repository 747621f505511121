/** Names in a sentence. */
const SHOWN = 6;

export function listNames(names: readonly string[]): string {
  if (names.length === 1) return names[0]!;
  if (names.length > SHOWN) return `${names.slice(0, SHOWN - 1).join(", ")} and ${names.length - SHOWN + 1} more`;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
