/** Names for extracted values, that labels can have too. */

/** A key as a name that labels can have too. */
export function toName(key: string): string {
  const name = key.replaceAll(/\W+/g, "_").replaceAll(/^_+(?=.)|_+$/g, "");
  if (name === "") return "value";
  return /^\d/.test(name) ? `_${name}` : name;
}

/** `name`, or with a number after it where that is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let n = 2; ; n++) if (!taken.has(`${name}_${n}`)) return `${name}_${n}`;
}
