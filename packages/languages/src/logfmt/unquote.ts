/**
 * The inside of a quoted logfmt value that has escapes: JSON's, and `\'`. A lone surrogate becomes U+FFFD; control
 * characters are refused here (without any escape in the value they are kept), as in the original.
 */

const SIMPLE: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  "'": "'",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Decodes `text` between the two offsets; undefined when it is malformed. */
export function unquoteLogfmt(text: string, start: number, end: number): string | undefined {
  let out = "";
  let from = start;
  let at = start;
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit < 32) return undefined;
    if (unit !== 92) {
      at++;
      continue;
    }
    out += text.slice(from, at);
    const next = text[at + 1]!;
    if (next !== "u") {
      const plain = Object.hasOwn(SIMPLE, next) ? SIMPLE[next] : undefined;
      if (plain === undefined) return undefined;
      out += plain;
      at += 2;
    } else {
      const unit = readUnit(text, at, end);
      if (unit < 0) return undefined;
      at += 6;
      if (unit < 0xd800 || unit > 0xdfff) out += String.fromCharCode(unit);
      else {
        const low = unit < 0xdc00 ? readUnit(text, at, end) : -1;
        if (low >= 0xdc00 && low <= 0xdfff) {
          out += String.fromCharCode(unit, low);
          at += 6;
        } else out += "\ufffd";
      }
    }
    from = at;
  }
  return out + text.slice(from, end);
}

/** The code unit of `\uXXXX` at `at`, or -1. */
function readUnit(text: string, at: number, end: number): number {
  if (at + 6 > end || text.charCodeAt(at) !== 92 || text.charCodeAt(at + 1) !== 117) return -1;
  const digits = text.slice(at + 2, at + 6);
  return /^[\da-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
}
