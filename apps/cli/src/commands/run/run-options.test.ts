/** Command lines that `sluice run` refuses. */
import { expect, it } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";

it.each([
  ["no file", [], "FILE is missing"],
  ["an address without a port", ["--listen", "127.0.0.1", "a"], '--listen must be HOST:PORT, got "127.0.0.1"'],
  ["a port out of range", ["--listen", "127.0.0.1:65536", "a"], "--listen must be HOST:PORT"],
  ["an unknown level", ["--log-level", "loud", "a"], "--log-level must be one of debug, info, warn, error"],
  [
    "an invalid time-out",
    ["--drain-timeout", "", "a"],
    '--drain-timeout must be a number of seconds from 0 to 3600, got ""',
  ],
  ["a time-out too long", ["--drain-timeout", "3601", "a"], "--drain-timeout must be a number"],
])("refuses %s with 2", async (_, argv, message) => {
  expect(await runInProcess("run", ...argv)).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining(message),
  });
});
