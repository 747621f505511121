import { expect, it } from "vitest";
import { createLogger, createProcessLog } from "./log.ts";

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

it("follows the running configuration's block, and the level given at the start rather than that", () => {
  const lines: string[] = [];
  const logs = ([undefined, "warn"] as const).map((level) =>
    createProcessLog(
      level,
      (line) => void lines.push(line),
      () => new Date(0),
    ),
  );
  const components = logs.map(({ log }) => log.with({ component: "a" }));
  const all = () => {
    lines.length = 0;
    for (const log of components)
      for (const level of ["debug", "info", "error"] as const)
        log.write(level, `a ${level}`, { why: "a\u009b\u202eb\n" });
    return lines.join("");
  };
  for (const { adjust } of logs) adjust({ level: "debug", format: "json", destination: "stderr" });
  const text = all();
  expect(text).not.toMatch(/[\u009b\u202e]/);
  expect(
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(
    ["debug", "info", "error", "error"].map((level) => ({
      ts: "1970-01-01T00:00:00.000Z",
      level,
      msg: `a ${level}`,
      component: "a",
      why: "a\u009b\u202eb\n",
    })),
  );
  for (const { adjust } of logs) adjust(undefined);
  expect(all().match(/level=\w+/g)).toEqual(["level=info", "level=error", "level=error"]);
});
