/** Stages as configuration text, laid out as the formatter does. */
import { formatFile, isValidIdentifier, quoteString, writeText } from "../syntax/index.ts";

/** Arguments by name: text as in the configuration, or names and values of an object. */
export type WrittenArguments = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** `stage.NAME { … }` with a line end, formatted; values of objects are texts, `blocks` follows the arguments. */
export function writeStage(name: string, given: WrittenArguments = {}, blocks = ""): string {
  const lines = Object.entries(given).map(
    ([key, value]) => `${key} = ${typeof value === "string" ? value : writeMap(value)}\n`,
  );
  const gap = lines.length > 0 && blocks !== "" ? "\n" : "";
  const raw =
    lines.length === 0 && blocks === ""
      ? `stage.${name} { }\n`
      : `stage.${name} {\n${lines.join("")}${gap}${blocks}}\n`;
  const formatted = formatFile(raw);
  return formatted.ok ? formatted.text : raw;
}

/** On one line if that is short. */
function writeMap(map: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(map).map(
    ([name, value]) => `${isValidIdentifier(name) ? name : quoteString(name)} = ${writeText(value)}`,
  );
  const line = `{ ${pairs.join(", ")} }`;
  return line.length <= 80 ? line : `{\n${pairs.map((pair) => `${pair},\n`).join("")}}`;
}
