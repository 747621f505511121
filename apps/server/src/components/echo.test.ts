import { expect, it } from "vitest";
import { entry, testContext } from "../testing/fixtures.ts";
import { EchoComponent } from "./echo.ts";

it("prints one line for each entry and nothing that a terminal obeys, which it let through", () => {
  const context = testContext("logs.echo.out");
  const { line, labels, ...rest } = entry("a\nb\u001b[31m\0\tc", { job: "x\u009b2J" });
  new EchoComponent(context).push([{ ...rest, line, labels, metadata: [["k", "\u202ev\n"]] }, entry("plain ä")]);
  expect(context.printed.join("")).toBe(
    '2026-01-15T08:00:00Z {job="x\\x9b2J"} k="\\u202ev\\n" a⏎b\\x1b[31m\\x00⇥c\n' +
      '2026-01-15T08:00:00Z {job="test"} plain ä\n',
  );
});
