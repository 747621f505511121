/** The block `logging`: the log of the process itself, which belongs to no component. */
import { notRunAt } from "../schema/alloy-versions.ts";
import { type BlockArgs, block, enumField } from "../schema/field.ts";

export const loggingBlock = block({
  doc: "What the server writes to its log. The block belongs at the top of a configuration and applies as soon as that runs, also after a reload. Levels given on the command line take precedence.",
  occurs: "optional",
  fields: {
    level: enumField(
      [
        { value: "error", doc: "Errors alone." },
        { value: "warn", doc: "Warnings, too." },
        { value: "info", doc: "Notable events, too." },
        { value: "debug", doc: "Details for finding a cause, too." },
      ],
      { doc: "Lowest level that is written.", default: "info" },
    ),
    format: enumField(
      [
        { value: "logfmt", doc: "`ts=… level=… msg=…`" },
        { value: "json", doc: "A JSON object on each line, with the same names." },
      ],
      { doc: "Format of the lines.", default: "logfmt" },
    ),
    destination: enumField(
      [
        { value: "stderr", doc: "Standard error." },
        { value: "windows_event_log", doc: "Only in Alloy: here the log goes to standard error." },
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

/** Settings of the block; undefined where there is none. */
export type LoggingArgs = BlockArgs<typeof loggingBlock>;

/** Blocks at the top of a configuration that are no components. */
export const CONFIG_BLOCKS = { logging: loggingBlock } as const;
