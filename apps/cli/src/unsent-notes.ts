/** Notes on components that send nothing, which Alloy loads without a word. */
import { type ConfigFiles, type EmptyForward, visible } from "@sluice/engine";

/** A line for each: `FILE:line:col: note: message`. */
export const unsentNotes = (files: ConfigFiles, unsent: readonly EmptyForward[]): string =>
  unsent
    .map(({ what, why, span }) => {
      const { name, lines, span: own } = files.locate(span);
      const { line, column } = lines.position(own.start);
      return `${visible(name)}:${line}:${column}: note: ${what} ${why}\n`;
    })
    .join("");
