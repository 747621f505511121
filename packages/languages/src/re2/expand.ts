/**
 * Replacement templates, as Go's `Regexp.Expand` reads them: `$1`, `$name`, `${name}`, `$$`. A name is as long as it can be
 * (`$1x` is the group called `1x`), a group that is unknown or took no part gives nothing, and a `$` that starts no reference
 * is literal.
 */

/** A literal stretch, or a reference by number (`-1`: by name only). */
export type TemplatePart = string | { readonly group: number; readonly name: string };

const REFERENCE = /\$(?:(\$)|\{([\p{L}\p{Nd}_]+)\}|([\p{L}\p{Nd}_]+))/gu;

/** Splits a template into its parts. */
export function parseTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let literal = "";
  let from = 0;
  for (const match of template.matchAll(REFERENCE)) {
    literal += template.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[1] !== undefined) {
      literal += "$";
      continue;
    }
    const name = match[2] ?? match[3]!;
    if (literal !== "") parts.push(literal);
    literal = "";
    parts.push({ group: /^(?:0|[1-9]\d{0,8})$/.test(name) ? Number(name) : -1, name });
  }
  literal += template.slice(from);
  if (literal !== "") parts.push(literal);
  return parts;
}

/** Fills the parts from one match. `match` is flat positions, -1 for a group that took no part. */
export function expandParts(
  parts: readonly TemplatePart[],
  text: string,
  match: readonly number[],
  groupNames: readonly (string | undefined)[],
): string {
  let out = "";
  for (const part of parts) {
    if (typeof part === "string") {
      out += part;
      continue;
    }
    const group = part.group >= 0 ? part.group : findGroup(part.name, match, groupNames);
    const start = match[2 * group];
    if (start !== undefined && start >= 0) out += text.slice(start, match[2 * group + 1]);
  }
  return out;
}

/** The first group of that name that took part; -1 without one. */
function findGroup(name: string, match: readonly number[], groupNames: readonly (string | undefined)[]): number {
  for (let i = 0; i < groupNames.length; i++) if (groupNames[i] === name && (match[2 * i] ?? -1) >= 0) return i;
  return -1;
}

/**
 * Go's `Regexp.Expand`: the template with its references replaced by the groups of one match. `match` is flat UTF-16
 * positions as `Regex.execIndices` gives them, `groupNames` as `Regex.groupNames`.
 */
export function expandTemplate(
  template: string,
  text: string,
  match: readonly number[],
  groupNames: readonly (string | undefined)[],
): string {
  return expandParts(parseTemplate(template), text, match, groupNames);
}

/** Go's `regexp.QuoteMeta`: the text with everything that has a meaning in a pattern escaped. */
export function quoteMeta(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&");
}
