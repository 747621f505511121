/**
 * What `logs.secretfilter` does to an entry, as a step: secrets of the line are replaced, each occurrence of them. Placeholders
 * are never searched again. What a line makes the rest of the process wait is bounded by `processing_timeout` between two rules,
 * and by the bounds of expressions within one.
 */

import { encodeUtf8, type Nanos, SECOND, utf8Length } from "@sluice/languages/base";
import { formatFloat } from "@sluice/languages/gonumber";
import { hexHash } from "@sluice/languages/gotemplate/hex-hashes";
import { AnalysisBudget, compileRegex } from "@sluice/languages/re2";
import { secretRules } from "#parts/sensitive/rules";
import type { Entry } from "../../base/entry.ts";
import { ResourceError } from "../../pipeline/resources.ts";
import type { DropReason, Env, Out, Stage, StageCounter, StageCounters } from "../../pipeline/stage.ts";
import { arrives, path } from "../../pipeline/stage-coverage.ts";
import { label } from "../../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../../pipeline/stage-spec.ts";
import { ownStatus } from "../../pipeline/status.ts";
import { ANALYSIS_STEPS, PATTERN_RUNES } from "../../schema/compiled-text.ts";
import { boolField, durationField, filePathField, floatField, intField, stringField } from "../../schema/field.ts";
import { MAX_CONFIG_BYTES, MAX_CONFIG_EXPRESSIONS, MAX_CONFIG_RULES } from "../../sensitive/rule-limits.ts";
import type { FoundSecret, RuleSet } from "../../sensitive/secret-rules.ts";

const DEFAULT_PERCENT = 80;
/** UTF-16 units by which placeholders may make a line longer, all together. */
export const MAX_ADDED_UNITS = 1024 * 1024;
/** Secrets below this length are replaced where they were found, and nowhere else. */
const MIN_ELSEWHERE = 8;
/** Units of lines that are searched for other occurrences of its secrets. */
const MAX_SEARCHED = 2 ** 24;
/** Values of `origin_label` that are counted apart. */
export const MAX_ORIGINS = 1000;
const OTHER_ORIGINS = "other";
const TIMED_OUT = { name: "secretfilter", value: "timed-out" } as const;

export const secretfilterStage = defineStage({
  name: "secretfilter",
  summary: "Redacts secrets in the line.",
  rules: [
    "Sluice has rules of its own for keys of providers, private keys, web tokens, and values that their name marks as secret. They have Gitleaks' ids, such as `github-pat`, `jwt`, `private-key` and `generic-api-key`, but do not find exactly the same.",
    "Labels and structured metadata are not searched. Personal data, card numbers and bank accounts stay.",
    `A file of \`gitleaks_config\` has rules with \`regex\`, \`secretGroup\`, \`entropy\`, \`keywords\` and allowlists. \`[extend]\` with \`useDefault\` adds Sluice's own rules, a rule with the id of one changes it, and \`disabledRules\` leaves some out. \`[extend]\` with \`path\`, and \`required\`, are refused. The file may have ${MAX_CONFIG_BYTES} bytes, ${MAX_CONFIG_RULES} rules and ${MAX_CONFIG_EXPRESSIONS} expressions. The server reads it again when it has changed; a new file that cannot be used is logged, and the old one stays in use.`,
    `A secret of ${MIN_ELSEWHERE} characters or more is replaced wherever it occurs in the line. Placeholders make a line ${MAX_ADDED_UNITS} characters longer at most; beyond that they are \`REDACTED\`.`,
    "An expression that needs too much work for a line counts as a timeout.",
    `The counter by category tells ${MAX_ORIGINS} values of \`origin_label\` apart; others are counted under \`${OTHER_ORIGINS}\`.`,
  ],
  category: "transform",
  state: "none",
  fields: {
    redact_with: stringField({
      holds: "text",
      doc: "Text for each secret: `$SECRET_NAME` is the rule's id, `$SECRET_HASH` the SHA-1 of the secret. Empty: `redact_percent` applies.",
      default: "",
      example: '"<$SECRET_NAME:$SECRET_HASH>"',
    }),
    redact_percent: intField({
      doc: "Share of each secret that is replaced, from its end, by `...`; 100 replaces it by `REDACTED`. Any value outside of 1 to 100 is 80.",
      default: DEFAULT_PERCENT,
      example: "100",
      unit: "percent",
    }),
    gitleaks_config: filePathField({
      use: "read",
      doc: "Path of a Gitleaks configuration in TOML. Empty: Sluice's own rules.",
      default: "",
      example: '"/etc/sluice/gitleaks.toml"',
    }),
    rate: floatField({
      doc: "Share of entries that are searched, from 0 to 1, by chance. The others pass unchanged.",
      default: 1,
      example: "0.1",
    }),
    origin_label: stringField({
      names: "label",
      doc: "Label whose value is `origin` of the counter by category.",
      default: "",
      example: '"namespace"',
    }),
    processing_timeout: durationField({
      doc: "Time after which no further rule looks at a line; 0 means no limit.",
      default: 0n,
      example: '"10ms"',
    }),
    drop_on_timeout: boolField({
      doc: "Whether entries past `processing_timeout` are dropped, not forwarded with what was found so far.",
      default: false,
    }),
    label_timed_out: boolField({
      doc: `Whether entries that are forwarded past \`processing_timeout\` have the label \`${TIMED_OUT.name}\` with the value \`${TIMED_OUT.value}\`.`,
      default: false,
    }),
  },
  check({ rate }, report) {
    if (rate >= 0 && rate <= 1) return;
    report.error(
      "rate-out-of-range",
      `secretfilter: rate must be between 0.0 and 1.0, received ${formatFloat(rate, "f", 6)}`,
      "rate",
    );
  },
  examples: [],
  flow: ({ label_timed_out }) => ({
    setsLine: true,
    sets: label_timed_out ? [label(TIMED_OUT.name, { argument: "label_timed_out", optional: true })] : [],
  }),
  coverage: () => [
    path("redacted", "it redacts nothing", (step) => ownStatus(step) === "changed"),
    path("past", "no entry is without a secret", (step) => arrives(step) && ownStatus(step) !== "changed"),
  ],
  create: (args, env): Stage => new SecretfilterStage(args, env),
});

type Args = StageArgs<typeof secretfilterStage>;

const TOO_LATE: DropReason = { reason: "processing_timeout", code: "timed-out" };

function makeMetrics(env: Env) {
  const prefix = `${env.dialect}_secretfilter_`;
  const counter = (name: string, help: string) => env.metrics.counter(prefix + name, help).with();
  return {
    redacted: counter("secrets_redacted_total", "Total number of secrets that have been redacted."),
    byCategory: env.metrics.counter(
      `${prefix}secrets_redacted_by_category_total`,
      "Number of secrets redacted, partitioned by rule name and origin label value.",
      ["rule", "origin"],
    ),
    bypassed: counter(
      "entries_bypassed_total",
      "Total number of entries forwarded without processing due to sampling.",
    ),
    timedOut: counter("lines_timed_out_total", "Total number of log lines that exceeded the processing timeout."),
    dropped: counter("lines_dropped_total", "Total number of log lines dropped due to processing timeout."),
  } satisfies Record<string, StageCounter | StageCounters>;
}

class SecretfilterStage implements Stage {
  readonly #args: Args;
  readonly #env: Env;
  readonly #finder = secretRules();
  readonly #metrics;
  readonly #percent: number;
  readonly #origins = new Set<string>();
  readonly #duration = { count: 0, nanos: 0n };
  readonly #stopListening: (() => void) | undefined;
  readonly #collector;
  #rules: RuleSet;

  constructor(args: Args, env: Env) {
    this.#args = args;
    this.#env = env;
    const { redact_percent: percent, gitleaks_config: config } = args;
    this.#percent = percent >= 1 && percent <= 100 ? percent : DEFAULT_PERCENT;
    this.#rules = config === "" ? this.#finder.OWN_RULE_SET : readRules(config, env.host.resource(config));
    if (config !== "")
      this.#stopListening = env.host.onResourceChange?.(config, (bytes) => this.#replaceRules(config, bytes));
    this.#metrics = makeMetrics(env);
    this.#collector = {
      collect: () => [
        {
          name: `${env.dialect}_secretfilter_processing_duration_seconds`,
          help: "Summary of the time taken to process and redact logs in seconds.",
          type: "summary" as const,
          samples: [
            { suffix: "_sum", labels: [], value: Number(this.#duration.nanos) / Number(SECOND) },
            { suffix: "_count", labels: [], value: this.#duration.count },
          ],
        },
      ],
    };
    env.metrics.register(this.#collector);
  }

  close(): void {
    this.#stopListening?.();
    this.#env.metrics.unregister(this.#collector);
  }

  #replaceRules(config: string, bytes: Uint8Array): void {
    const { note } = this.#env;
    try {
      this.#rules = readRules(config, bytes);
    } catch (error) {
      if (!(error instanceof ResourceError)) throw error;
      note.warn?.({
        code: "rules-unusable",
        text: `The changed rules cannot be used: ${error.message}`,
        message: "the changed rules cannot be used; the previous ones stay in use",
        fields: { gitleaks_config: config, err: error.message },
      });
      return;
    }
    note.info?.({
      code: "rules-changed",
      text: "The changed rules are in use",
      message: "the changed rules are in use",
      fields: { gitleaks_config: config },
    });
  }

  process(entry: Entry, out: Out): void {
    const { rate } = this.#args;
    if (rate < 1 && this.#env.random.next() >= rate) {
      this.#metrics.bypassed.inc();
      this.#env.note.trace?.({ code: "not-sampled", text: "Passed on by chance, without a search for secrets" });
      out.emit(entry);
      return;
    }
    const start = this.#env.clock.now();
    const complete = this.#redact(entry, this.#timeLimit(start));
    this.#duration.count++;
    this.#duration.nanos += this.#env.clock.now() - start;
    if (complete) out.emit(entry);
    else this.#timeOut(entry, out);
  }

  #timeLimit(start: Nanos): () => boolean {
    const { processing_timeout: most } = this.#args;
    return most <= 0n ? () => false : () => this.#env.clock.now() - start > most;
  }

  /** Whether every rule looked at the line. */
  #redact(entry: Entry, isOver: () => boolean): boolean {
    const { line } = entry;
    const { found, complete } = this.#finder.findByRules(this.#rules, line, isOver);
    const { trace } = this.#env.note;
    if (found.length === 0) {
      if (complete) trace?.({ code: "no-match", text: "Found no secret in the line" });
      return complete;
    }
    entry.line = this.#replaced(line, found);
    const origin = this.#originOf(entry);
    for (const { rule } of found) {
      this.#metrics.redacted.inc();
      this.#metrics.byCategory.with(rule, origin).inc();
    }
    const rules = [...new Set(found.map(({ rule }) => rule))];
    const count = `${found.length} ${found.length === 1 ? "secret" : "secrets"}`;
    trace?.({
      code: "matched",
      text: `Redacted ${count}: ${rules.join(", ")}`,
      evidence: { secrets: found.length, rules },
    });
    return complete;
  }

  #replaced(line: string, found: readonly FoundSecret[]): string {
    let result = "";
    let end = 0;
    let added = 0;
    for (const one of withOthers(line, found)) {
      const secret = line.slice(one.start, one.end);
      let placeholder = this.#placeholder(one.rule, secret);
      added += Math.max(0, placeholder.length - secret.length);
      if (added > MAX_ADDED_UNITS) placeholder = REDACTED;
      result += line.slice(end, one.start) + placeholder;
      end = one.end;
    }
    return result + line.slice(end);
  }

  #placeholder(rule: string, secret: string): string {
    const { redact_with } = this.#args;
    if (redact_with === "") return this.#percent === 100 ? REDACTED : `${beginning(secret, 100 - this.#percent)}...`;
    return redact_with
      .replaceAll("$SECRET_NAME", () => rule)
      .replaceAll("$SECRET_HASH", () => hexHash("sha1", encodeUtf8(secret)));
  }

  #originOf({ labels }: Entry): string {
    const { origin_label: name } = this.#args;
    const value = name === "" ? "" : (labels.get(name) ?? "");
    if (value === "" || this.#origins.has(value)) return value;
    if (this.#origins.size >= MAX_ORIGINS) return OTHER_ORIGINS;
    this.#origins.add(value);
    return value;
  }

  #timeOut(entry: Entry, out: Out): void {
    const { drop_on_timeout: drops, label_timed_out: labels } = this.#args;
    this.#metrics.timedOut.inc();
    this.#env.note.debug?.({
      code: TOO_LATE.code,
      missed: true,
      text: `${drops ? "Dropped" : "Passed on"} before every rule had looked at the line`,
      message: "processing timeout exceeded",
      fields: { drop_on_timeout: drops },
    });
    if (drops) {
      this.#metrics.dropped.inc();
      out.drop(entry, TOO_LATE);
      return;
    }
    if (labels) entry.labels = entry.labels.with(TIMED_OUT.name, TIMED_OUT.value);
    out.emit(entry);
  }
}

const REDACTED = "REDACTED";

function readRules(path: string, file: Uint8Array | undefined): RuleSet {
  const fail = (message: string): never => {
    throw new ResourceError(path, "gitleaks_config", message);
  };
  if (file === undefined) return fail(`open ${path}: no such file or directory`);
  const analysis = new AnalysisBudget(ANALYSIS_STEPS, undefined, PATTERN_RUNES);
  const read = secretRules().readGitleaksConfig(file, (pattern) => compileRegex(pattern, { analysis }));
  return read.ok ? read.rules : fail(`${path}: ${read.message}`);
}

/** The first `percent` of a secret's bytes, rounded to even as Gitleaks does; no part of a character. */
function beginning(secret: string, percent: number): string {
  const exact = (utf8Length(secret) * percent) / 100;
  const floor = Math.floor(exact);
  let left = exact - floor === 0.5 ? floor + (floor % 2) : Math.round(exact);
  let units = 0;
  for (const one of secret) {
    left -= utf8Length(one);
    if (left < 0) break;
    units += one.length;
  }
  return secret.slice(0, units);
}

/** The secrets and the other places where they occur, in order, without overlaps. */
function withOthers(line: string, found: readonly FoundSecret[]): readonly FoundSecret[] {
  const rules = new Map<string, string>();
  for (const { rule, start, end } of found)
    if (end - start >= MIN_ELSEWHERE && !rules.has(line.slice(start, end))) rules.set(line.slice(start, end), rule);
  const all = [...found];
  let left = MAX_SEARCHED;
  for (const [secret, rule] of rules) {
    left -= line.length;
    if (left < 0) break;
    for (let at = line.indexOf(secret); at >= 0; at = line.indexOf(secret, at + secret.length))
      all.push({ rule, start: at, end: at + secret.length });
  }
  const isFound = new Set(found);
  all.sort((a, b) => a.start - b.start || Number(isFound.has(b)) - Number(isFound.has(a)) || b.end - a.end);
  const kept: FoundSecret[] = [];
  for (const one of all) {
    const last = kept.at(-1);
    if (last === undefined || last.end <= one.start) kept.push(one);
    // What reaches further is a secret all the same.
    else if (one.end > last.end) kept.push({ ...one, start: last.end });
  }
  return kept;
}
