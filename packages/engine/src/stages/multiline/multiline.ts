/**
 * `stage.multiline`: lines of one label set are joined into blocks that begin with a line matching `firstline`. A stream
 * has state from its first start line until it has been silent for the waiting time; without state, lines that start
 * nothing pass through. So silent streams cost nothing, and what is held has stated bounds.
 */

import type { Nanos } from "@sluice/languages/base";
import { formatDuration } from "@sluice/languages/goduration";
import type { Regex } from "@sluice/languages/re2";
import { Entry } from "../../base/entry.ts";
import { HeldOrigins } from "../../base/held-origins.ts";
import type { LabelSet } from "../../base/label-set.ts";
import type { Held } from "../../base/read-again.ts";
import type { Doubt, Env, Joins, Out, Stage } from "../../pipeline/stage.ts";
import { path, REACHED } from "../../pipeline/stage-coverage.ts";
import { defineStage, type StageArgs } from "../../pipeline/stage-spec.ts";
import { boolField, durationField, intField, regexField } from "../../schema/field.ts";
import { shown } from "../shared/explain-text.ts";
import { parseRuntimeLine, wrapped } from "../shared/wrapped-line.ts";
import { type QueuedStream, StreamQueue } from "./stream-queue.ts";

/** Streams with state at most; past it the longest silent one ends as if its time were over. */
export const MAX_STREAMS = 100_000;
/** One block at most, in UTF-16 units and lines; past it the block is sent on as at `max_lines`. */
export const MAX_BLOCK_UNITS = 16_777_216;
export const MAX_BLOCK_LINES = 1_000_000;
/** All blocks together, in UTF-16 units. */
export const MAX_HELD_UNITS = 67_108_864;

export const multiline = defineStage({
  name: "multiline",
  summary: "Joins lines that belong together, such as stack traces, into one entry.",
  words: ["stack trace", "traceback", "join lines", "merge lines", "exception", "combine", "continuation"],
  rules: [
    "A line that matches `firstline` starts a block; the lines after it, up to the next start, belong to it.",
    "Each label set has blocks of its own.",
    "Before a stream's first start line, and after its block was sent because time ran out, lines that start no block pass through.",
    "Each line restarts the waiting time.",
    "A block has the labels, the time, the metadata and the extracted values of its first line.",
    "When a block reaches `max_lines` it is sent, and the next lines form another one with the same first line's data; zero means no limit.",
    "Lines are joined with a newline; an empty line at the very start of a block leaves none.",
    "Whatever `max_lines` is, a block is sent at 16 Mi characters or a million lines; all blocks together hold at most 64 Mi characters of 100,000 streams, and those silent for longest are sent when there are more.",
  ],
  category: "buffer",
  state: "stream",
  makesLines: true,
  fields: {
    firstline: regexField({
      doc: "RE2 expression that marks the first line of a block; it is not anchored.",
      required: true,
      example: '"^\\\\d{4}-\\\\d{2}-\\\\d{2} "',
    }),
    max_lines: intField({
      doc: "Maximum number of lines in a block; zero means no limit.",
      default: 128,
      example: "500",
      unit: "lines",
    }),
    max_wait_time: durationField({
      doc: "A block is sent when no line has joined it for this long.",
      default: 3_000_000_000n,
      example: '"1s"',
    }),
    trim_newlines: boolField({
      doc: "Cut carriage returns and newlines at the end of each line before it is joined.",
      default: true,
    }),
  },
  check(args, report) {
    if (args.firstline.text === "") {
      report.error("empty-firstline", "multiline stage config must define `firstline` regular expression", "firstline");
    }
    if (args.max_wait_time <= 0n)
      report.invalid("wait-time-not-positive", "max_wait_time must be greater than 0", "max_wait_time");
  },
  examples: [
    {
      title: "Java stack traces",
      config: `stage.multiline {
  firstline = "^\\\\d{2}:\\\\d{2}:\\\\d{2} "
}
`,
      input: [
        { line: "12:00:01 ERROR Order failed" },
        { line: "java.lang.IllegalStateException: no stock" },
        { line: "\tat shop.Order.place(Order.java:42)" },
        { line: "12:00:02 INFO Next order" },
      ],
      output: [
        {
          line: "12:00:01 ERROR Order failed\njava.lang.IllegalStateException: no stock\n\tat shop.Order.place(Order.java:42)",
        },
        { line: "12:00:02 INFO Next order" },
      ],
    },
    {
      title: "A block ends when its stream falls silent",
      config: `stage.multiline {
  firstline     = "^START"
  max_wait_time = "1s"
}
`,
      input: [
        { line: "too early" },
        { line: "START 1" },
        { line: "  detail", advance: "500ms" },
        { line: "too late", advance: "5s" },
      ],
      output: [{ line: "too early" }, { line: "START 1\n  detail" }, { line: "too late" }],
    },
    {
      title: "Blocks of a limited size",
      config: `stage.multiline {
  firstline = "^\\\\["
  max_lines = 2
}
`,
      input: [{ line: "[1]" }, { line: "a" }, { line: "b" }],
      output: [{ line: "[1]\na" }, { line: "b" }],
    },
  ],
  flow: () => ({ joinsLines: true, setsLine: true, patterns: { firstline: "tests" } }),
  coverage: () => [REACHED, path("joined", "no entries are joined", (step) => step.merged > 0)],
  create: (args, env): Stage => new MultilineStage(args, env),
});

/** The block of one label set. */
class Stream implements QueuedStream<Stream> {
  readonly labels: LabelSet;
  /** The first line's entry; further blocks without a start of their own take its data. */
  start: Entry;
  text = "";
  lines = 0;
  lastSeen: Nanos;
  readonly origins = new HeldOrigins();
  older: Stream | undefined = undefined;
  newer: Stream | undefined = undefined;

  constructor(start: Entry, now: Nanos) {
    this.labels = start.labels;
    this.start = start;
    this.lastSeen = now;
  }
}

type Cause = "new start line" | "timeout" | "max_lines" | "size limit" | "end of input";

class MultilineStage implements Stage {
  readonly #env: Env;
  readonly #regex: Regex;
  readonly #maxLines: number;
  readonly #wait: Nanos;
  readonly #trim: boolean;
  readonly #streams = new StreamQueue<Stream>();
  #heldUnits = 0;

  constructor(args: StageArgs<typeof multiline>, env: Env) {
    this.#env = env;
    this.#regex = args.firstline.compiled;
    this.#maxLines = args.max_lines;
    this.#wait = args.max_wait_time;
    this.#trim = args.trim_newlines;
  }

  process(entry: Entry, out: Out): void {
    // The expression first: it may reach a limit, and then nothing must have happened yet.
    const isFirst = this.#regex.test(entry.line);
    const now = this.#env.clock.now();
    let stream = this.#streams.get(entry.labels);
    if (stream !== undefined && stream.lastSeen + this.#wait <= now) {
      this.#end(stream, "timeout", out);
      stream = undefined;
    }
    if (stream === undefined) {
      if (!isFirst) {
        this.#passThrough(entry, out);
        return;
      }
      stream = this.#begin(entry, now, out);
    } else if (isFirst) {
      if (stream.lines > 0) this.#send(stream, stream.start, "new start line", out);
      stream.start = entry;
    }
    this.#append(stream, entry, now, out);
  }

  get joins(): Joins {
    const [streams, wait] = [this.#streams, this.#wait];
    return {
      *open() {
        for (const { labels, lastSeen } of streams) yield { labels, until: lastSeen + wait };
      },
      continued: ({ labels, line }) =>
        this.#regex.test(line) ? undefined : { labels, until: this.#env.clock.now() + wait, ends: false },
    };
  }

  *held(): Generator<Held> {
    for (const { lines, origins } of this.#streams) if (lines > 0) yield origins;
  }

  nextWake(): Nanos | undefined {
    const { oldest } = this.#streams;
    return oldest === undefined ? undefined : oldest.lastSeen + this.#wait;
  }

  wake(now: Nanos, out: Out): void {
    for (;;) {
      const { oldest } = this.#streams;
      if (oldest === undefined || oldest.lastSeen + this.#wait > now) return;
      this.#end(oldest, "timeout", out);
    }
  }

  flush(out: Out): void {
    for (;;) {
      const { oldest } = this.#streams;
      if (oldest === undefined) return;
      this.#end(oldest, "end of input", out);
    }
  }

  #begin(entry: Entry, now: Nanos, out: Out): Stream {
    if (this.#streams.size >= MAX_STREAMS) this.#end(this.#streams.oldest!, "size limit", out);
    const stream = new Stream(entry, now);
    this.#streams.add(stream);
    return stream;
  }

  #append(stream: Stream, entry: Entry, now: Nanos, out: Out): void {
    const line = this.#trim ? trimNewlines(entry.line) : entry.line;
    if (stream.lines > 0 && stream.text.length + line.length >= MAX_BLOCK_UNITS) this.#split(stream, "size limit", out);
    this.#heldUnits -= stream.text.length;
    stream.text = stream.text === "" ? line : `${stream.text}\n${line}`;
    this.#heldUnits += stream.text.length;
    stream.lines++;
    stream.lastSeen = now;
    stream.origins.add(entry);
    this.#env.explain?.holds();
    this.#streams.touch(stream);
    if (this.#env.note.trace !== undefined) this.#noteHeld(stream, entry.line);
    if (stream.lines === this.#maxLines) this.#split(stream, "max_lines", out);
    else if (stream.lines >= MAX_BLOCK_LINES) this.#split(stream, "size limit", out);
    while (this.#heldUnits > MAX_HELD_UNITS) this.#end(this.#streams.oldest!, "size limit", out);
  }

  /** Sends the block; the stream continues with the same first line's data. */
  #split(stream: Stream, cause: Cause, out: Out): void {
    const { labels, timestamp, metadata, extracted } = stream.start;
    this.#send(stream, new Entry(labels, "", timestamp, metadata, extracted.clone(), stream.start.origin), cause, out);
  }

  /** Sends the block, if there is one, and forgets the stream. */
  #end(stream: Stream, cause: Cause, out: Out): void {
    this.#streams.remove(stream);
    if (stream.lines > 0) this.#send(stream, stream.start, cause, out);
  }

  #send(stream: Stream, block: Entry, cause: Cause, out: Out): void {
    const { text, lines } = stream;
    block.line = text;
    stream.origins.giveTo(block, this.#env.explain);
    stream.text = "";
    stream.lines = 0;
    this.#heldUnits -= text.length;
    this.#env.note.debug?.({
      code: SENT[cause].code,
      text: `Sent a block of ${lines === 1 ? "one line" : `${lines} lines`}: ${SENT[cause].why}`,
      evidence: { lines },
      about: block,
      message: `flush multiline block because ${cause}`,
      fields: { block: text, stream: String(block.labels) },
    });
    out.emit(block);
  }

  #passThrough(entry: Entry, out: Out): void {
    const isHeard = this.#env.note.debug !== undefined;
    const doubt = isHeard
      ? (wrapped(entry.line, (inside) => this.#regex.test(inside)) ?? continuation(entry.line))
      : undefined;
    this.#env.note.debug?.({
      code: "no-block",
      missed: true,
      text: `Unchanged: the line does not match ${shown(this.#regex.pattern)}, and its stream has no block to join${doubt === undefined || doubt.unlessMatched === true ? "" : `: ${doubt.clause}`}`,
      evidence: { line: entry.line },
      doubt,
      message: "pass through entry",
      fields: { stream: String(entry.labels) },
    });
    out.emit(entry);
  }

  /** What a container runtime writes before a line, and not the line, may be what matches. */
  #noteRuntime(line: string): Doubt | undefined {
    const content = parseRuntimeLine(line);
    if (content === undefined || this.#regex.test(content)) return undefined;
    return {
      code: "line-wrapped",
      clause: "what matches is the time of a container runtime, which every line has; put stage.cri before",
      fix: { title: "Put stage.cri before", before: "stage.cri { }\n" },
    };
  }

  #noteHeld(stream: Stream, line: string): void {
    const doubt = stream.lines === 1 ? this.#noteRuntime(line) : undefined;
    const place = stream.lines === 1 ? "Held as the first line of a block" : `Held as line ${stream.lines} of a block`;
    this.#env.note.trace?.({
      code: "held",
      text: `${place}, until a line matches ${shown(this.#regex.pattern)} or none comes for ${formatDuration(this.#wait)}${doubt === undefined ? "" : `; ${doubt.clause}`}`,
      evidence: { lines: stream.lines },
      doubt,
    });
  }
}

/** A line that begins as those of stack traces do, of which no entry's first line came. */
const continuation = (line: string): Doubt | undefined =>
  /^(?:\s+\S|Caused by:|Traceback )/.test(line)
    ? {
        code: "firstline-never",
        clause: "it continues a line before it, and no line is a first one",
        argument: "firstline",
        unlessMatched: true,
      }
    : undefined;

const SENT: Readonly<Record<Cause, { readonly code: string; readonly why: string }>> = {
  "new start line": { code: "new-start-line", why: "another first line came" },
  timeout: { code: "waited", why: "no line came for `max_wait_time`" },
  max_lines: { code: "max-lines", why: "it reached `max_lines`" },
  "size limit": { code: "size-limit", why: "the stage can hold no more" },
  "end of input": { code: "end-of-input", why: "the input has ended" },
};

function trimNewlines(line: string): string {
  let end = line.length;
  while (end > 0) {
    const unit = line.charCodeAt(end - 1);
    if (unit !== 10 && unit !== 13) break;
    end--;
  }
  return end === line.length ? line : line.slice(0, end);
}
