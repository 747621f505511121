/**
 * `stage.limit`: a token bucket for all entries, or one for each value of a label. Over the limit an entry is dropped, or
 * waits: then the stage is busy until the token is available, so that later entries wait, too, and keep their order.
 */

import type { Nanos } from "@sluice/languages/base";
import { formatDuration } from "@sluice/languages/goduration";
import type { Entry } from "../../base/entry.ts";
import type { Held } from "../../base/read-again.ts";
import {
  type DropReason,
  type Env,
  metricPrefix,
  type Out,
  type Stage,
  type StageCounters,
} from "../../pipeline/stage.ts";
import { DROPPED, KEPT, REACHED } from "../../pipeline/stage-coverage.ts";
import { label } from "../../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../../pipeline/stage-spec.ts";
import { boolField, floatField, intField, stringField } from "../../schema/field.ts";
import { DropCounter } from "../shared/drop-counter.ts";
import { elsewhere, shown } from "../shared/explain-text.ts";
import { GenerationalMap } from "./generational-map.ts";
import { TokenBucket } from "./token-bucket.ts";

const REASON = "ratelimit_drop_stage";
/** Buckets are forgotten by generations of at least this many label values. */
const LEAST_DISTINCT_LABELS = 10_000;

export const limit = defineStage({
  name: "limit",
  summary: "Limits how many entries pass in a second; the rest is dropped or waits.",
  words: [
    "throttle",
    "rate limit",
    "dedupe",
    "deduplicate",
    "repeated lines",
    "flood",
    "burst",
    "quota",
    "reduce volume",
  ],
  rules: [
    "A bucket starts with `burst` tokens and gains `rate` tokens a second, up to `burst`; each entry takes one.",
    "Without `drop`, an entry without a token waits for one, and all entries after it wait, too. Inside a `stage.match` only matching entries wait, as long as they are few.",
    "With `by_label_name` each value of that label has a bucket of its own, and `drop` must be true; entries without the label are not limited.",
    "Buckets of label values are forgotten after two generations of `max_distinct_labels` values, which is at least 10000.",
    'Drops are counted in `logs_process_dropped_lines_total{reason="ratelimit_drop_stage"}`, and by label also in `logs_process_dropped_lines_by_label_total`.',
  ],
  category: "filter",
  state: "global",
  fields: {
    rate: floatField({ doc: "Entries that pass in a second.", required: true, example: "100", unit: "entries/s" }),
    burst: intField({ doc: "Entries that may pass at once.", required: true, example: "200", unit: "entries" }),
    drop: boolField({ doc: "Drop entries over the limit instead of letting them wait.", default: false }),
    by_label_name: stringField({
      names: "label",
      doc: "Limit each value of this label by itself; empty means all entries together.",
      default: "",
      example: '"namespace"',
    }),
    max_distinct_labels: intField({
      doc: "Label values in one generation of buckets; at least 10000.",
      default: LEAST_DISTINCT_LABELS,
      example: "50000",
    }),
  },
  check(args, report, given) {
    const byLabel = args.by_label_name !== "";
    if (args.rate <= 0 || args.burst <= 0) {
      const argument = args.rate <= 0 ? "rate" : "burst";
      report.error(
        "rate-or-burst-not-positive",
        `limit stage failed to parse rate or burst: ${argument} must be above 0`,
        argument,
      );
    } else if (byLabel && !args.drop) {
      report.error("by-label-without-drop", "when ratelimiting by label, drop must be true", "by_label_name");
    } else if (byLabel && given("max_distinct_labels") && args.max_distinct_labels < LEAST_DISTINCT_LABELS) {
      report.warning(
        "max-distinct-labels-raised",
        `max_distinct_labels was adjusted up to the minimal reasonable value of ${LEAST_DISTINCT_LABELS}`,
        "max_distinct_labels",
      );
    }
  },
  examples: [
    {
      title: "At most two at once, then one a second",
      config: `stage.limit {
  rate  = 1
  burst = 2
  drop  = true
}
`,
      input: [{ line: "a" }, { line: "b" }, { line: "c" }, { line: "d", advance: "1s" }],
      output: [{ line: "a" }, { line: "b" }, { line: "d" }],
    },
    {
      title: "Waiting instead of dropping",
      config: `stage.limit {
  rate  = 2
  burst = 1
}

stage.pack {
  labels = []
}
`,
      now: "2024-03-10T12:00:00Z",
      input: [{ line: "a" }, { line: "b" }],
      output: [{ timestamp: "2024-03-10T12:00:00Z" }, { timestamp: "2024-03-10T12:00:00.5Z" }],
    },
    {
      title: "Each tenant by itself",
      config: `stage.limit {
  rate          = 1
  burst         = 1
  drop          = true
  by_label_name = "tenant"
}
`,
      input: [
        { line: "1", labels: { tenant: "a" } },
        { line: "2", labels: { tenant: "b" } },
        { line: "3", labels: { tenant: "a" } },
        { line: "4" },
        { line: "5" },
      ],
      output: [{ line: "1" }, { line: "2" }, { line: "4" }, { line: "5" }],
    },
  ],
  flow: ({ by_label_name: name, drop }) => ({
    reads: name === "" ? [] : [label(name, { argument: "by_label_name" })],
    delays: !drop,
  }),
  coverage: ({ drop }) => (drop ? [KEPT, DROPPED] : [REACHED]),
  create: (args, env): Stage =>
    args.by_label_name !== ""
      ? new LabelLimitStage(args, env)
      : args.drop
        ? new DroppingLimitStage(args, env)
        : new WaitingLimitStage(args, env),
});

type LimitArgs = StageArgs<typeof limit>;

const WHY: DropReason = { reason: REASON, code: "rate-limited" };

class WaitingLimitStage implements Stage {
  readonly #env: Env;
  readonly #args: LimitArgs;
  readonly #bucket: TokenBucket;
  #held: Entry | undefined;
  #due: Nanos = 0n;

  constructor(args: LimitArgs, env: Env) {
    this.#env = env;
    this.#args = args;
    this.#bucket = new TokenBucket(args.rate, args.burst);
  }

  process(entry: Entry, out: Out): void {
    const now = this.#env.clock.now();
    const wait = this.#bucket.reserve(now);
    if (wait === 0n) {
      notePassed(this.#env, this.#args);
      out.emit(entry);
      return;
    }
    this.#held = entry;
    this.#due = now + wait;
    this.#env.note.trace?.({
      code: "held",
      text: `Held for ${formatDuration(wait)}: ${noToken(this.#args)}`,
      evidence: { wait: formatDuration(wait), rate: this.#args.rate, burst: this.#args.burst },
    });
  }

  busy(): boolean {
    return this.#held !== undefined;
  }

  held(): Iterable<Held> {
    return this.#held === undefined ? [] : [this.#held.origin];
  }

  nextWake(): Nanos | undefined {
    return this.#held === undefined ? undefined : this.#due;
  }

  wake(now: Nanos, out: Out): void {
    const entry = this.#held;
    if (entry === undefined || now < this.#due) return;
    this.#held = undefined;
    this.#env.note.trace?.({ code: "waited", text: "Released: it got a token", about: entry });
    out.emit(entry);
  }
}

class DroppingLimitStage implements Stage {
  readonly #env: Env;
  readonly #args: LimitArgs;
  readonly #bucket: TokenBucket;
  readonly #counter: DropCounter;

  constructor(args: LimitArgs, env: Env) {
    this.#env = env;
    this.#args = args;
    this.#bucket = new TokenBucket(args.rate, args.burst);
    this.#counter = new DropCounter(env, REASON);
  }

  process(entry: Entry, out: Out): void {
    if (this.#bucket.take(this.#env.clock.now())) {
      notePassed(this.#env, this.#args);
      out.emit(entry);
      return;
    }
    this.#counter.inc();
    this.#env.note.trace?.({
      code: WHY.code,
      text: `Dropped: ${noToken(this.#args)}`,
      evidence: { rate: this.#args.rate, burst: this.#args.burst },
    });
    out.drop(entry, WHY);
  }
}

class LabelLimitStage implements Stage {
  readonly #env: Env;
  readonly #args: LimitArgs;
  readonly #buckets: GenerationalMap<string, TokenBucket>;
  readonly #counter: DropCounter;
  readonly #byLabel: StageCounters;

  constructor(args: LimitArgs, env: Env) {
    this.#env = env;
    this.#args = args;
    this.#counter = new DropCounter(env, REASON);
    this.#byLabel = env.metrics.counter(
      `${metricPrefix(env.dialect)}dropped_lines_by_label_total`,
      "A count of all log lines dropped as a result of a pipeline stage",
      ["label_name", "label_value"],
    );
    this.#buckets = new GenerationalMap(
      Math.max(args.max_distinct_labels, LEAST_DISTINCT_LABELS),
      () => new TokenBucket(args.rate, args.burst),
      // The counter would hold every value ever seen otherwise; several stages share it, as in the original.
      () => this.#byLabel.reset(),
    );
  }

  process(entry: Entry, out: Out): void {
    const name = this.#args.by_label_name;
    const value = entry.labels.get(name);
    if (value === undefined) {
      this.#env.note.trace?.({
        code: "no-label",
        text: `Not limited: the label ${shown(name)} is not set${elsewhere(name, entry, "label")}`,
        evidence: { label: name },
      });
      out.emit(entry);
      return;
    }
    if (this.#buckets.get(value).take(this.#env.clock.now())) {
      notePassed(this.#env, this.#args);
      out.emit(entry);
      return;
    }
    this.#counter.inc();
    this.#byLabel.with(name, value).inc();
    this.#env.note.trace?.({
      code: WHY.code,
      text: `Dropped: ${noToken(this.#args, ` for ${shown(name)} = ${shown(value)}`)}`,
      evidence: { label: name, value, rate: this.#args.rate, burst: this.#args.burst },
    });
    out.drop(entry, WHY);
  }
}

function notePassed(env: Env, { rate, burst }: LimitArgs): void {
  env.note.trace?.({ code: "token-taken", text: "Passed: it got a token", evidence: { rate, burst } });
}

const noToken = ({ rate }: LimitArgs, whose = ""): string => `no token is left${whose}, at ${rate} per second`;
