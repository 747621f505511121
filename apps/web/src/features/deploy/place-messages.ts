/** Places the server's problems in the text. */
import { LineIndex } from "@sluice/engine";
import type { PlacedMessage } from "@sluice/protocol";
import type { Problem } from "../../core/model/analysis.ts";

/** A word or a quoted text; otherwise a single character. */
const NAME = /^(?:[\w.]+|"(?:[^"\\\n]|\\.)*"|`[^`\n]*`)/;

export function placeMessages(text: string, messages: readonly PlacedMessage[]): Problem[] {
  const lines = new LineIndex(text);
  return messages.map(({ line = 1, column = 1, severity, code, message }) => {
    const start = lines.lineStart(line) + unitsOf(lines.lineText(line), column - 1);
    const [word = ""] = NAME.exec(text.slice(start, start + 200)) ?? [];
    const end = Math.min(text.length, start + Math.max(1, word.length));
    return { severity, code, message: `The server: ${message}`, start, end, line, column, fixes: [] };
  });
}

/** The UTF-16 units that `bytes` of UTF-8 at the start of a line take. */
function unitsOf(line: string, bytes: number): number {
  let units = 0;
  let left = bytes;
  for (const sign of line) {
    if (left <= 0) break;
    const code = sign.codePointAt(0)!;
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    units += sign.length;
  }
  return units;
}
