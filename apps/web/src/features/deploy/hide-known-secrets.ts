/**
 * A text compared with one that the server shows, by the `compareLines` of the server's own differences: where the
 * server hides a secret, whatever stands there is the same.
 */
import { SECRET } from "@sluice/engine";

/** Replaces the secrets that the server does not reveal, where they are all of a text. */
const HIDDEN_SECRET = `"${SECRET}"`;

/** Number of places where a text hides something: all of a text, or a part of it. */
export const countHidden = (text: string): number => text.split(SECRET).length - 1;

/** `text`, whose lines are those of `shown` wherever they differ in hidden secrets only. */
export function hideKnownSecrets(text: string, shown: string): string {
  const hidden = new Map<string, string[]>();
  for (const line of shown.split("\n")) {
    const at = line.indexOf(HIDDEN_SECRET);
    if (at < 0) continue;
    const start = line.slice(0, at);
    const known = hidden.get(start);
    if (known === undefined) hidden.set(start, [line]);
    else if (!known.includes(line)) known.push(line);
  }
  if (hidden.size === 0) return text;
  const hide = (line: string): string => {
    for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) {
      const found = hidden.get(line.slice(0, at))?.find((one) => isSame(line, one));
      if (found !== undefined) return found;
    }
    return line;
  };
  return text.split("\n").map(hide).join("\n");
}

/** Whether `line` has a quoted text wherever `shown` hides one, and is the same elsewhere. */
function isSame(line: string, shown: string): boolean {
  let at = 0;
  for (const [i, part] of shown.split(HIDDEN_SECRET).entries()) {
    if (i > 0) {
      const [text] = /^"(?:[^"\\]|\\.)*"/.exec(line.slice(at)) ?? [];
      if (text === undefined) return false;
      at += text.length;
    }
    if (!line.startsWith(part, at)) return false;
    at += part.length;
  }
  return at === line.length;
}
