/**
 * `stage.cri`: reads the container runtimes' line format and joins the fragments of long lines. Fragments wait per label set
 * (the stream label included) for their last one. Those that wait when the input of a preview ends are lost, as in the
 * original. A server loses none: fragments that a restart reads again stay, to be joined with what follows, like a line
 * without a newline at the end of a file. The others are sent unfinished.
 */

import { truncateUtf8, utf8Length } from "@sluice/languages/base";
import { parseCriLine } from "@sluice/languages/cri";
import { compileLayout, LAYOUTS, parseInstant } from "@sluice/languages/gotime";
import type { Entry } from "../base/entry.ts";
import { NameGroup } from "../base/extracted.ts";
import { HeldOrigins } from "../base/held-origins.ts";
import type { LabelSet } from "../base/label-set.ts";
import { readAgain } from "../base/read-again.ts";
import {
  type DropReason,
  type Ending,
  type Env,
  type Joins,
  metricPrefix,
  type Out,
  type Stage,
  type StageCounter,
} from "../pipeline/stage.ts";
import { extractedValue, label } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { boolField, intField } from "../schema/field.ts";
import { shown } from "./shared/explain-text.ts";

/** A joined line at most, in UTF-16 units; what is held is sent on by itself before it grows past this. */
export const MAX_JOINED_UNITS = 16_777_216;

export const cri = defineStage({
  name: "cri",
  summary: "Reads lines in the format of container runtimes (CRI) and joins the fragments of long lines.",
  words: ["kubernetes", "k8s", "containerd", "pod logs", "container logs", "partial lines", "parse"],
  rules: [
    "A line is `time stream flag content` between single spaces: the stream is `stdout` or `stderr`, the flag is the one letter `F` (full) or `P` (partial), and a missing flag means full.",
    "The content becomes the line, the stream the label `stream`, and the time the entry's timestamp where it is RFC 3339.",
    "Extracted: `content`, `stream`, `flags`, `time`, and `timestamp`, which equals `time`.",
    "A line of another form passes unchanged.",
    "Partial lines of one label set are joined until a full one ends them; the joined entry has the time and the extracted values of the last.",
    "When `max_partial_lines` streams hold fragments and another fragment arrives, all are sent unfinished.",
    "A joined line is cut to `max_partial_line_size` bytes when `max_partial_line_size_truncate` is set; a full line that joins nothing is never cut.",
    "Fragments that wait for their end are dropped when the input of a preview ends, as in Alloy. A server that stops or replaces the pipeline sends them unfinished; those at the end of a file are read again after a restart and joined with what follows.",
    "A joined line never grows past 16 Mi characters.",
  ],
  category: "parse",
  state: "stream",
  makesLines: true,
  fields: {
    max_partial_lines: intField({
      doc: "Maximum number of streams that hold fragments.",
      default: 100,
      example: "250",
      unit: "streams",
    }),
    max_partial_line_size: intField({
      doc: "Maximum size of a joined line; only with `max_partial_line_size_truncate`.",
      default: 0,
      example: "16384",
      unit: "bytes",
    }),
    max_partial_line_size_truncate: boolField({ doc: "Cut joined lines to `max_partial_line_size`.", default: false }),
  },
  check(args, report, given) {
    if (args.max_partial_lines <= 0)
      report.invalid("partial-lines-not-positive", "max_partial_lines must be greater than 0", "max_partial_lines");
    if (args.max_partial_line_size < 0 && args.max_partial_line_size_truncate) {
      report.invalid(
        "partial-line-size-negative",
        "max_partial_line_size must not be negative",
        "max_partial_line_size",
      );
    } else if (args.max_partial_line_size_truncate && !given("max_partial_line_size")) {
      report.warning(
        "partial-line-size-zero",
        "max_partial_line_size is 0: joined lines are cut to nothing",
        "max_partial_line_size_truncate",
      );
    }
  },
  examples: [
    {
      title: "A full line",
      config: `stage.cri { }
`,
      input: [{ line: "2024-05-17T08:30:15.000000001Z stdout F ready", labels: { pod: "web-0" } }],
      output: [
        {
          line: "ready",
          labels: { pod: "web-0", stream: "stdout" },
          timestamp: "2024-05-17T08:30:15.000000001Z",
          extracted: { content: "ready", flags: "F", stream: "stdout", timestamp: "2024-05-17T08:30:15.000000001Z" },
        },
      ],
    },
    {
      title: "Fragments of a long line",
      config: `stage.cri {
  max_partial_lines = 500
}
`,
      input: [
        { line: "2024-05-17T08:30:15Z stdout P one " },
        { line: "2024-05-17T08:30:16Z stderr F other stream" },
        { line: "2024-05-17T08:30:17Z stdout F two" },
      ],
      output: [
        { line: "other stream", labels: { stream: "stderr" } },
        { line: "one two", labels: { stream: "stdout" }, timestamp: "2024-05-17T08:30:17Z" },
      ],
    },
  ],
  flow: () => ({
    sets: [
      ...["flags", "stream", "content", "time"].map((name) => extractedValue(name)),
      extractedValue("timestamp", { inAlloy: "time" }),
      label("stream"),
    ],
    setsTime: "from text",
    setsLine: true,
    unwrapsLines: true,
  }),
  create: (args, env): Stage => new CriStage(args, env),
});

/** Joined fragments that wait; `entry` is the last one and has the whole line. */
interface Partial {
  entry: Entry;
  readonly origins: HeldOrigins;
  /** The line was cut: it has the greatest size, and nothing can join it. */
  cut: boolean;
}

const NAMES = new NameGroup(["flags", "stream", "content", "time", "timestamp"]);
const RFC3339_NANO = compileLayout(LAYOUTS.RFC3339Nano);
const SENT_EARLY = "partial-lines-flushed";
const LOST: DropReason = { reason: "cri_partial_line", code: "partial-line-lost" };

const unfinished = (count: number): string => (count === 1 ? "one unfinished line" : `${count} unfinished lines`);

class CriStage implements Stage {
  readonly #env: Env;
  readonly #maxStreams: number;
  /** Bytes, or undefined where lines are not cut. */
  readonly #maxSize: number | undefined;
  readonly #partials = new Map<LabelSet, Partial>();
  readonly #flushed: StageCounter;
  readonly #truncated: StageCounter;
  /** Filled anew for each line, so that none needs an array of its own. */
  readonly #texts: [flags: string, stream: string, content: string, time: string, timestamp: string] = [
    "",
    "",
    "",
    "",
    "",
  ];

  constructor(args: StageArgs<typeof cri>, env: Env) {
    this.#env = env;
    this.#maxStreams = args.max_partial_lines;
    this.#maxSize = args.max_partial_line_size_truncate ? args.max_partial_line_size : undefined;
    const prefix = metricPrefix(env.dialect);
    // Both show zero from the start.
    this.#flushed = env.metrics
      .counter(
        `${prefix}cri_partial_lines_flushed_total`,
        "A count of partial lines that were flushed prematurely due to the max_partial_lines limit being exceeded",
      )
      .with();
    this.#truncated = env.metrics
      .counter(
        `${prefix}cri_lines_truncated_total`,
        "A count of lines that were truncated due to the max_partial_line_size limit",
      )
      .with();
  }

  process(entry: Entry, out: Out): void {
    const { line } = entry;
    const parsed = parseCriLine(line);
    if (parsed === undefined) {
      this.#env.note.trace?.({
        code: "parse-failed",
        missed: true,
        text: `Unchanged: ${shown(line)} does not have the form \`time stream flag content\``,
        evidence: { line },
      });
      out.emit(entry);
      return;
    }
    const { time, stream, flags, content } = parsed;
    const texts = this.#texts;
    texts[0] = flags;
    texts[1] = stream;
    texts[2] = content;
    texts[3] = time;
    texts[4] = time;
    entry.extracted.setGroup(NAMES, texts, 0);
    entry.line = content;
    entry.labels = entry.labels.with("stream", stream);
    this.#setTimestamp(entry, time);
    if (flags === "P") this.#hold(entry, out);
    else if (this.#partials.size === 0) this.#emitFull(entry, out);
    else this.#complete(entry, out);
    if (this.#env.note.trace !== undefined) this.#noteEaten(line, content);
  }

  /** The flag has no blank after it: it may be the first letter of the text. */
  #noteEaten(line: string, content: string): void {
    const before = line.slice(0, line.length - content.length);
    if (content === "" || !/ [FP]$/.test(before)) return;
    const clause = `the line has no flag, and the first letter of ${shown(before.slice(-1) + content)} was read as one`;
    this.#env.note.trace?.({
      code: "flag-eaten",
      text: `Lost a letter: ${clause}`,
      evidence: { line },
      doubt: { code: "flag-eaten", clause },
    });
  }

  get joins(): Joins {
    const partials = this.#partials;
    return {
      *open() {
        for (const labels of partials.keys()) yield { labels };
      },
      continued({ labels, line }) {
        const parsed = parseCriLine(line);
        return parsed && { labels: labels.with("stream", parsed.stream), ends: parsed.flags !== "P" };
      },
    };
  }

  *held(): Generator<HeldOrigins> {
    for (const { origins } of this.#partials.values()) yield origins;
  }

  flush(out: Out, ends: Ending): void {
    const staying = ends === "process" ? readAgain(this.held()) : undefined;
    const early = [...this.#partials].filter(([, { origins }]) => staying?.has(origins) !== true);
    if (early.length === 0) return;
    for (const [labels] of early) this.#partials.delete(labels);
    const leaving = this.#uniteEarly(early.map(([, partial]) => partial));
    if (ends !== "input") {
      const lines = leaving.length;
      this.#env.note.info?.({
        code: "partial-lines-sent",
        text: `Sent ${unfinished(lines)}: the ${ends} ends before the rest comes`,
        evidence: { lines },
        about: leaving,
        message: `partial lines were sent without their rest, since the ${ends} ends`,
        fields: { lines },
      });
    }
    for (const entry of leaving) {
      if (ends === "input") this.#lose(entry, out);
      else out.emit(entry);
    }
  }

  #lose(entry: Entry, out: Out): void {
    this.#env.note.trace?.({
      code: LOST.code,
      text: `Dropped: the input ended before the rest of ${shown(entry.line)} came`,
      evidence: { line: entry.line },
      about: entry,
    });
    out.drop(entry, LOST);
  }

  #setTimestamp(entry: Entry, time: string): void {
    const at = parseInstant(RFC3339_NANO, time);
    if (typeof at === "bigint") {
      entry.timestamp = at;
      return;
    }
    this.#env.note.trace?.({
      code: "time-not-parsed",
      missed: true,
      text: `Timestamp unchanged: ${shown(time)} is not an RFC 3339 time`,
      evidence: { time },
    });
  }

  #emitFull(entry: Entry, out: Out): void {
    this.#env.note.trace?.({ code: "parsed", text: "Read as a full line" });
    out.emit(entry);
  }

  #complete(entry: Entry, out: Out): void {
    const partial = this.#partials.get(entry.labels);
    if (partial === undefined) {
      this.#emitFull(entry, out);
      return;
    }
    this.#partials.delete(entry.labels);
    if (this.#isTooLong(partial, entry)) {
      const early = this.#uniteEarly([partial]);
      this.#noteTooLong(early);
      this.#sendEarly(early, out);
      this.#emitFull(entry, out);
      return;
    }
    this.#join(partial, entry);
    partial.origins.giveTo(entry, this.#env.explain);
    this.#env.note.trace?.({
      code: "merged",
      text: `Joined with the partial lines before it into one of ${utf8Length(entry.line)} bytes`,
      evidence: { bytes: utf8Length(entry.line) },
      about: entry,
    });
    out.emit(entry);
  }

  #hold(entry: Entry, out: Out): void {
    const { labels } = entry;
    let early: readonly Entry[] = [];
    let partial: Partial | undefined;
    if (this.#partials.size >= this.#maxStreams) {
      early = this.#uniteEarly([...this.#partials.values()]);
      this.#partials.clear();
      this.#env.note.warn?.({
        code: SENT_EARLY,
        text: `Sent ${unfinished(early.length)}: at most ${this.#maxStreams === 1 ? "one stream" : `${this.#maxStreams} streams`} may wait, and the rest of ${early.length === 1 ? "it" : "each"} comes as a line of its own; a larger max_partial_lines holds more`,
        evidence: { lines: early.length },
        about: early,
        message: "partial lines upperbound exceeded, merging it to single line",
        fields: { threshold: this.#maxStreams },
      });
    } else {
      partial = this.#partials.get(labels);
      if (partial !== undefined && this.#isTooLong(partial, entry)) {
        early = this.#uniteEarly([partial]);
        partial = undefined;
        this.#noteTooLong(early);
      }
    }
    if (partial !== undefined) this.#join(partial, entry);
    else {
      const origins = new HeldOrigins();
      origins.add(entry);
      this.#partials.set(labels, { entry, origins, cut: this.#cut(entry) });
    }
    this.#env.note.trace?.({
      code: "held",
      text: `Held: a partial line, until the rest of it comes (${this.#partials.size} of at most ${this.#maxStreams} streams wait)`,
      evidence: { streams: this.#partials.size },
    });
    this.#env.explain?.holds();
    this.#sendEarly(early, out);
  }

  /** Puts the fragments in front of `entry`, which takes their place. */
  #join(partial: Partial, entry: Entry): void {
    if (!partial.cut) {
      entry.line = partial.entry.line + entry.line;
      partial.cut = this.#cut(entry);
    } else {
      if (entry.line !== "") this.#countTruncated();
      entry.line = partial.entry.line;
    }
    partial.origins.add(entry);
    partial.entry = entry;
  }

  #isTooLong(partial: Partial, entry: Entry): boolean {
    return !partial.cut && partial.entry.line.length + entry.line.length > MAX_JOINED_UNITS;
  }

  #noteTooLong(about: readonly Entry[]): void {
    this.#env.note.trace?.({
      code: SENT_EARLY,
      text: "Sent one unfinished line: with its next part it would be too long",
      evidence: { lines: 1 },
      about,
    });
  }

  #cut(entry: Entry): boolean {
    const size = this.#maxSize;
    if (size === undefined || entry.line.length * 3 <= size || utf8Length(entry.line) <= size) return false;
    entry.line = truncateUtf8(entry.line, size);
    this.#countTruncated();
    return true;
  }

  #countTruncated(): void {
    this.#truncated.inc();
    this.#env.note.trace?.({
      code: "truncated",
      text: `Cut to ${this.#maxSize} bytes`,
      evidence: { limit: this.#maxSize },
    });
  }

  /** The lines of these, which leave unfinished. */
  #uniteEarly(partials: readonly Partial[]): Entry[] {
    for (const { entry, origins } of partials) origins.giveTo(entry, this.#env.explain);
    return partials.map(({ entry }) => entry);
  }

  #sendEarly(entries: readonly Entry[], out: Out): void {
    if (entries.length === 0) return;
    this.#flushed.add(entries.length);
    for (const entry of entries) out.emit(entry);
  }
}
