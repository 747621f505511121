/** Colours on a terminal, where the stream takes them (`NO_COLOR` and `FORCE_COLOR` are heeded by Node). */
import { styleText } from "node:util";
import type { Paint } from "@sluice/engine";

export type Style = Parameters<typeof styleText>[0];

/** Gives texts a style where `stream` shows colours, and gives them back as they are where it does not. */
export function createPaint(stream: NodeJS.WriteStream): Paint<Style> {
  const colours = stream.hasColors?.() === true;
  // Left to itself, `styleText` asks standard output, whatever the stream.
  return (style, text) => (colours && text !== "" ? styleText(style, text, { validateStream: false }) : text);
}
