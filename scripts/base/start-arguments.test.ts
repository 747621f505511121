/** The command line of `npm start`, against the options that `sluice run` says it has. */
import { describe, expect, it } from "vitest";
import { run } from "../../apps/cli/src/commands/run/run.ts";
import { readStartArguments } from "./start-arguments.mjs";

/** Options without a value: nothing in capitals behind them. */
const ALONE = [...run.help.matchAll(/^ {6}(--[a-z-]+) {2,}[a-z]/gm)].map(([, name]) => name!);
const OPTIONS = [...run.help.matchAll(/^ {6}(--[a-z-]+) [A-Z]/gm)].map(([, name]) => name!);

describe("the command line of npm start", () => {
  it("has something to pass on", () => expect(OPTIONS).toContain("--data-dir"));

  it.each(OPTIONS)("passes %s on with its value apart, which was taken for a configuration", (option) => {
    expect(readStartArguments([option, "value", "--config", "x.alloy"])).toEqual({
      config: "x.alloy",
      rest: [option, "value"],
    });
    expect(readStartArguments([`${option}=value`])).toEqual({ config: undefined, rest: [`${option}=value`] });
  });

  it("knows those without a value", () =>
    expect(ALONE.toSorted()).toEqual(["--allow-tap", "--inspect-profiles", "--protect-metrics", "--strict"]));

  it.each(ALONE)("passes %s on alone, and reads what follows", (option) => {
    expect(readStartArguments([option, "--config", "x.alloy"])).toEqual({ config: "x.alloy", rest: [option] });
    expect(readStartArguments([option, "x.alloy"])).toEqual({ config: "x.alloy", rest: [option] });
  });

  it.each([
    [["--config=x.alloy"], { config: "x.alloy", rest: [] }],
    [["--config", "-"], { config: "-", rest: [] }],
    [["--help", "--config", "x"], { config: "x", rest: ["--help"] }],
    [["--data-dir", "--config", "x"], { config: "x", rest: ["--data-dir"] }],
    [["--config"], { refusal: "--config needs a FILE" }],
    [["--config="], { refusal: "--config needs a FILE" }],
    [["x.alloy"], { config: "x.alloy", rest: [] }],
    [["-"], { config: "-", rest: [] }],
    [["x.alloy", "--data-dir=d"], { config: "x.alloy", rest: ["--data-dir=d"] }],
    [["x.alloy", "y.alloy"], { refusal: "two configurations: x.alloy and y.alloy" }],
    [["--config=x.alloy", "y.alloy"], { refusal: "two configurations: x.alloy and y.alloy" }],
    [["x.alloy", "--config", "y.alloy"], { refusal: "two configurations: x.alloy and y.alloy" }],
  ])("%j", (argv, expected) => expect(readStartArguments(argv)).toEqual(expected));
});
