/** The blocks of `stage.metrics`: arguments that all metrics share, and those of each kind. */

import { SECOND } from "@sluice/languages/base";
import type { StageExample } from "../../pipeline/stage-spec.ts";
import {
  block,
  boolField,
  type CheckReport,
  durationField,
  enumField,
  type FieldArgs,
  floatListField,
  stringField,
} from "../../schema/field.ts";
import { bucketsRise } from "./metric-series.ts";

const COMMON = {
  name: stringField({
    holds: "name",
    doc: "Name of the metric, after the prefix.",
    required: true,
    example: '"requests_total"',
  }),
  description: stringField({
    holds: "text",
    doc: "Help text of the metric.",
    default: "",
    example: '"Requests of the shop"',
  }),
  source: stringField({
    names: "extracted",
    doc: "Extracted value to read; empty means the metric's name.",
    default: "",
    example: '"status"',
  }),
  prefix: stringField({
    holds: "text",
    doc: "Prefix of the name; empty means `logs_process_custom_` (`loki_process_custom_` in Alloy's dialect).",
    default: "",
    example: '"shop_"',
  }),
  max_idle_duration: durationField({
    doc: "A series not written for this long is removed; at least `1s`.",
    default: 300n * SECOND,
    example: '"24h"',
  }),
  value: stringField({
    holds: "text",
    doc: "The metric changes only when the value equals this exactly; empty means always.",
    default: "",
    example: '"error"',
  }),
};

/** The arguments that every metric has. */
export type MetricArgs = FieldArgs<typeof COMMON>;

function checkIdle(args: MetricArgs, report: CheckReport): boolean {
  if (args.max_idle_duration >= SECOND) return true;
  report.error("idle-too-short", "max_idle_duration must be greater or equal than 1s", "max_idle_duration");
  return false;
}

/** Null decodes as the empty text, which is not an action. */
function checkAction(action: string, message: string, report: CheckReport): boolean {
  if (action !== "") return true;
  report.error("no-action", message, "action");
  return false;
}

export const COUNTER_BLOCK = block({
  doc: "A value that only goes up.",
  occurs: "many",
  fields: {
    ...COMMON,
    action: enumField(
      [
        { value: "inc", doc: "Add 1 for each entry that passes." },
        { value: "add", doc: "Add the extracted value, which must not be negative." },
      ],
      { doc: "What an entry does to the counter.", required: true },
    ),
    match_all: boolField({ doc: "Count every entry, whatever `source` holds.", default: false }),
    count_entry_bytes: boolField({
      doc: 'Add the bytes of the line; needs `match_all = true` and `action = "add"`.',
      default: false,
    }),
  },
  check(args, report) {
    if (!checkIdle(args, report)) return;
    if (!checkAction(args.action, "the 'action' counter field must be either 'inc' or 'add'", report)) return;
    if (args.match_all && args.value !== "") {
      report.error(
        "match-all-with-value",
        "a 'counter' metric supports either 'match_all' or a 'value', but not both",
        "value",
      );
    } else if (args.count_entry_bytes && (!args.match_all || args.action !== "add")) {
      report.error(
        "count-entry-bytes",
        "the 'count_entry_bytes' counter field must be specified along with match_all set to true or action set to 'add'",
        "count_entry_bytes",
      );
    } else if (args.match_all && args.action === "add" && !args.count_entry_bytes) {
      report.warning(
        "nothing-to-add",
        'with match_all the counter reads no value, so action = "add" never counts without count_entry_bytes',
        "action",
      );
    }
  },
});

export const GAUGE_BLOCK = block({
  doc: "A value that goes up and down.",
  occurs: "many",
  fields: {
    ...COMMON,
    action: enumField(
      [
        { value: "set", doc: "Become the extracted value." },
        { value: "inc", doc: "Add 1." },
        { value: "dec", doc: "Subtract 1." },
        { value: "add", doc: "Add the extracted value." },
        { value: "sub", doc: "Subtract the extracted value." },
      ],
      { doc: "What an entry does to the gauge.", required: true },
    ),
  },
  check(args, report) {
    if (!checkIdle(args, report)) return;
    const actions = "[set, inc, dec, add, sub]";
    checkAction(args.action, `the 'action' gauge field must be one of the following values: ${actions}`, report);
  },
});

export const HISTOGRAM_BLOCK = block({
  doc: "How values are spread over buckets, with their sum and count.",
  occurs: "many",
  fields: {
    ...COMMON,
    buckets: floatListField({
      doc: "Upper bounds of the buckets, ascending; an empty list means Prometheus's defaults.",
      required: true,
      example: "[0.1, 0.5, 1]",
    }),
  },
  check(args, report) {
    if (!checkIdle(args, report) || bucketsRise(args.buckets)) return;
    report.warning(
      "buckets-not-rising",
      "histogram buckets must be in increasing order: no value is observed, and Alloy crashes on the first one",
      "buckets",
    );
  },
});

export const METRICS_EXAMPLES: readonly StageExample[] = [
  {
    title: "Requests and bytes for each service",
    config: `stage.metrics {
  metric.counter {
    name        = "requests_total"
    description = "Requests"
    match_all   = true
    action      = "inc"
  }

  metric.counter {
    name              = "bytes_total"
    match_all         = true
    count_entry_bytes = true
    action            = "add"
  }
}
`,
    input: [
      { line: "GET /", labels: { app: "shop" } },
      { line: "GET /cart", labels: { app: "shop" } },
    ],
    output: [{ line: "GET /" }, { line: "GET /cart" }],
  },
  {
    title: "How long requests take",
    config: `stage.logfmt {
  mapping = { took = "" }
}

stage.metrics {
  metric.histogram {
    name    = "duration_seconds"
    source  = "took"
    buckets = [0.1, 0.5, 1]
  }
}
`,
    input: [{ line: "took=120ms" }, { line: "took=2s" }],
    output: [{ line: "took=120ms" }, { line: "took=2s" }],
  },
];
