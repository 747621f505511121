/** Rows of texts in columns, for a terminal. */
import { displayWidth, visible } from "@sluice/engine";

/** One line for each row; the last column is not padded. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(visible));
  const widths = (shown[0] ?? []).map((_, i) => Math.max(...shown.map((row) => displayWidth(row[i]!))));
  return shown
    .map((row) => {
      const cells = row.map((cell, i) =>
        i === row.length - 1 ? cell : cell + " ".repeat(widths[i]! - displayWidth(cell)),
      );
      return `${cells.join("  ").trimEnd()}\n`;
    })
    .join("");
}
