import { expect, it } from "vitest";
import { createLogger } from "./log.ts";

it.each([
  ["\u001b[31mred", '"\\u001b[31mred"'],
  ["a b\u009b2J", '"a b\\x9b2J"'],
  ["a\u202eb", '"a\\u202eb"'],
  ["a\nb", '"a\\nb"'],
  ["plain:ä", "plain:ä"],
])("a log line shows %j as %s, and sends no controls to a terminal, as it did", (text, shown) => {
  const lines: string[] = [];
  const log = createLogger(
    "info",
    (line) => void lines.push(line),
    () => new Date(0),
  );
  log.write("warn", "said", { text });
  expect(lines).toEqual([`ts=1970-01-01T00:00:00.000Z level=warn msg=said text=${shown}\n`]);
});
