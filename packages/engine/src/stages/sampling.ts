/** `stage.sampling`: keeps a share of the entries by chance. Its counter shows zero from the start, as in the original. */

import { formatFloat } from "@sluice/languages/gonumber";
import type { DropReason } from "../pipeline/stage.ts";
import { DROPPED, KEPT } from "../pipeline/stage-coverage.ts";
import { defineStage } from "../pipeline/stage-spec.ts";
import { floatField, stringField } from "../schema/field.ts";
import { DropCounter } from "./shared/drop-counter.ts";

export const sampling = defineStage({
  name: "sampling",
  summary: "Keeps a random share of the entries and drops the rest.",
  words: ["sample", "keep one in n", "random share", "dedupe", "deduplicate", "thin out", "reduce volume", "percent"],
  rules: [
    "`rate` is the share that is kept: 1 keeps everything, 0 nothing.",
    "Each dropped entry is counted in `logs_process_dropped_lines_total` under its reason.",
  ],
  category: "filter",
  state: "none",
  fields: {
    rate: floatField({ doc: "Share of entries kept, from 0 to 1.", required: true, example: "0.25" }),
    drop_counter_reason: stringField({
      holds: "text",
      doc: "Value of the counter's `reason` label.",
      default: "sampling_stage",
      example: '"thinned"',
    }),
  },
  check(args, report) {
    if (args.rate >= 0 && args.rate <= 1) return;
    report.invalid(
      "rate-out-of-range",
      `sampling stage failed to parse rate,Sampling Rate must be between 0.0 and 1.0, received ${formatFloat(args.rate, "f", 6)}`,
      "rate",
    );
  },
  examples: [
    {
      title: "Everything",
      config: `stage.sampling {
  rate = 1
}
`,
      input: [{ line: "a" }, { line: "b" }],
      output: [{ line: "a" }, { line: "b" }],
    },
    {
      title: "No debug lines",
      config: `stage.match {
  selector = \`{level="debug"}\`

  stage.sampling {
    rate = 0
  }
}
`,
      input: [
        { line: "a", labels: { level: "debug" } },
        { line: "b", labels: { level: "info" } },
      ],
      output: [{ line: "b" }],
    },
  ],
  flow: ({ rate }) => ({ dropsAll: rate === 0 }),
  coverage: () => [KEPT, DROPPED],
  create({ rate, drop_counter_reason: reason }, env) {
    const counter = new DropCounter(env, reason);
    counter.show();
    const why: DropReason = { reason, code: "not-sampled" };
    return {
      process(entry, out) {
        const drawn = env.random.next();
        const kept = drawn < rate;
        env.note.trace?.({
          code: kept ? "sampled" : "not-sampled",
          text: `${kept ? "Kept" : "Dropped"} by chance: drew ${drawn.toFixed(4)}, which is ${kept ? "" : "not "}below ${rate}`,
          evidence: { drawn, rate },
        });
        if (kept) {
          out.emit(entry);
          return;
        }
        counter.inc();
        out.drop(entry, why);
      },
    };
  },
});
