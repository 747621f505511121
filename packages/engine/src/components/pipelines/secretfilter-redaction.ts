/**
 * The work of `logs.secretfilter`: secrets of the line are replaced, each occurrence of them. Placeholders are never searched
 * again. What a line makes the rest of the process wait is bounded by `processing_timeout` between two rules, and by the bounds of
 * expressions within one.
 */

import { encodeUtf8, type Nanos, SECOND, utf8Length } from "@sluice/languages/base";
import { hexHash } from "@sluice/languages/gotemplate/hex-hashes";
import { AnalysisBudget, compileRegex } from "@sluice/languages/re2";
import type { Entry } from "../../base/entry.ts";
import { ResourceError } from "../../pipeline/resources.ts";
import type { DropReason, Env, Out, Stage, StageCounter, StageCounters } from "../../pipeline/stage.ts";
import { ANALYSIS_STEPS, PATTERN_RUNES } from "../../schema/compiled-text.ts";
import { readGitleaksConfig } from "../../sensitive/gitleaks-config.ts";
import { type FoundSecret, findByRules, OWN_RULE_SET, type RuleSet } from "../../sensitive/secret-rules.ts";
import {
  DEFAULT_PERCENT,
  MAX_ADDED_UNITS,
  MAX_ORIGINS,
  MAX_SEARCHED,
  MIN_ELSEWHERE,
  OTHER_ORIGINS,
  type SecretfilterArgs,
  TIMED_OUT,
} from "./secretfilter-args.ts";

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

export const start = (args: SecretfilterArgs, env: Env): Stage => new SecretfilterStage(args, env);

class SecretfilterStage implements Stage {
  readonly #args: SecretfilterArgs;
  readonly #env: Env;
  readonly #metrics;
  readonly #percent: number;
  readonly #origins = new Set<string>();
  readonly #duration = { count: 0, nanos: 0n };
  readonly #stopListening: (() => void) | undefined;
  readonly #collector;
  #rules: RuleSet;

  constructor(args: SecretfilterArgs, env: Env) {
    this.#args = args;
    this.#env = env;
    const { redact_percent: percent, gitleaks_config: config } = args;
    this.#percent = percent >= 1 && percent <= 100 ? percent : DEFAULT_PERCENT;
    this.#rules = config === "" ? OWN_RULE_SET : readRules(config, env.host.resource(config));
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
    const { found, complete } = findByRules(this.#rules, line, isOver);
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
  const read = readGitleaksConfig(file, (pattern) => compileRegex(pattern, { analysis }));
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
