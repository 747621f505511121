/** The block `logging`: the log of the process itself, which is no component's. */
import { notRunAt } from "../schema/alloy-versions.ts";
import { type BlockArgs, block, enumField } from "../schema/field.ts";

export const loggingBlock = block({
  doc: "What the server writes to its log, at the top of a configuration. It holds from when the configuration runs, also after a reload; levels that are given on the command line take precedence.",
  occurs: "optional",
  fields: {
    level: enumField(
      [
        { value: "error", doc: "What has gone wrong." },
        { value: "warn", doc: "And what may go wrong." },
        { value: "info", doc: "And what has happened." },
        { value: "debug", doc: "And what helps to find out why." },
      ],
      { doc: "The least level that is written.", default: "info" },
    ),
    format: enumField(
      [
        { value: "logfmt", doc: "`ts=… level=… msg=…`" },
        { value: "json", doc: "An object in each line, with the same names." },
      ],
      { doc: "How lines are written.", default: "logfmt" },
    ),
    destination: enumField(
      [
        { value: "stderr", doc: "Standard error." },
        { value: "windows_event_log", doc: "Alloy's alone: here it goes to standard error." },
      ],
      { doc: "Where lines are written.", default: "stderr" },
    ),
  },
  notRun: notRunAt("logging"),
  check({ destination }, report) {
    if (destination !== "stderr")
      report.warning(
        "argument-not-run",
        "the log goes to standard error: Sluice writes to no other place",
        "destination",
      );
  },
});

/** What is asked for by the block; undefined where there is none. */
export type LoggingArgs = BlockArgs<typeof loggingBlock>;

/** Blocks at the top of a configuration that are no components. */
export const CONFIG_BLOCKS = { logging: loggingBlock } as const;
