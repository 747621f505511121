/** Ready-made pipelines with realistic lines. Each is two files: a configuration and a log. */

import { DEFAULT_SEED, readSamples, type SampleContent } from "@sluice/engine";
import { type DocumentContent, emptyDocument } from "../domain/document.ts";
import { identify, sameEntry } from "../domain/samples.ts";
import authConfig from "./auth.alloy?raw";
import authLog from "./auth.log?raw";
import javaConfig from "./java.alloy?raw";
import javaLog from "./java.log?raw";
import limitConfig from "./limit.alloy?raw";
import limitLog from "./limit.jsonl?raw";
import nginxConfig from "./nginx.alloy?raw";
import nginxLog from "./nginx.log?raw";
import tracesConfig from "./traces.alloy?raw";
import tracesLog from "./traces.jsonl?raw";

/** A line that leaves and what to say of it; or what a stage did with it instead. */
export type ShownOutcome =
  | { readonly kind: "line"; readonly line: string; readonly about?: string }
  | { readonly kind: "dropped"; readonly stage: string; readonly why: string };

export interface Example {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
  readonly config: string;
  /** Samples: one for each line, or JSON lines. */
  readonly lines: string;
  /** Labels of every sample, as written. */
  readonly labels: string;
  /** Start of the virtual clock, RFC 3339. */
  readonly clock: string;
  /** Values that rows of its samples show in place of the line. */
  readonly rows?: readonly string[];
  /** What stands for it: an entry by its index, and what becomes of it. */
  readonly shown?: { readonly entry: number; readonly out: ShownOutcome };
  /** The input stays open, so that what is held can be seen. */
  readonly holdEnd?: boolean;
}

/** An example's samples. */
export function entriesOf(example: Example): readonly SampleContent[] {
  const read = readSamples(example.lines);
  if (!read.ok) throw new Error(`example ${example.name}, line ${read.error.line}: ${read.error.message}`);
  return read.entries;
}

const CLOCK = "2026-01-15T09:30:00Z";

export const EXAMPLES: readonly [Example, ...Example[]] = [
  {
    name: "nginx access log",
    about: "Parses requests, labels method and status, drops probes, counts.",
    config: nginxConfig,
    lines: nginxLog,
    labels: 'job="nginx"',
    rows: ["method", "status", "path"],
    shown: { entry: 4, out: { kind: "dropped", stage: "4", why: "its agent matches ^kube-probe/" } },
    clock: CLOCK,
  },
  {
    name: "Java service",
    about: "Levels and loggers, nested stages for orders, debug lines dropped.",
    config: javaConfig,
    lines: javaLog,
    labels: 'app="shop"',
    clock: CLOCK,
    shown: {
      entry: 6,
      out: { kind: "line", line: "payment accepted for order 48213, amount 119.90 EUR, card 4111********1111" },
    },
  },
  {
    name: "SSH logins",
    about: "Times without a year, failed logins counted and labelled.",
    config: authConfig,
    lines: authLog,
    labels: 'job="auth"',
    clock: CLOCK,
  },
  {
    name: "Java stack traces",
    about: "Lines with times of their own are joined into traces; the last one waits for its time.",
    config: tracesConfig,
    lines: tracesLog,
    labels: 'app="shop"',
    clock: CLOCK,
    holdEnd: true,
    shown: {
      entry: 2,
      out: {
        kind: "line",
        line: "2026-01-15 09:30:00,480 ERROR [http-3] c.e.shop.OrderService - order 48217 failed",
        about: "8 lines in 1",
      },
    },
  },
  {
    name: "Rate limit that waits",
    about: "Two entries a second; what exceeds the limit waits, and so does everything after it.",
    config: limitConfig,
    lines: limitLog,
    labels: 'app="batch"',
    clock: CLOCK,
    holdEnd: true,
  },
];

/** An example as a document. */
export const documentOf = (example: Example, name = example.name): DocumentContent => ({
  ...emptyDocument(name),
  text: example.config,
  samples: identify(entriesOf(example), 1),
  commonLabels: example.labels,
  clock: example.clock,
  holdEnd: example.holdEnd ?? false,
});

/** The example that a document still is, however it is called; undefined once something of it was changed. */
export function untouchedExample(content: DocumentContent): Example | undefined {
  return EXAMPLES.find((example) => {
    if (content.text !== example.config || content.commonLabels !== example.labels) return false;
    if (content.clock !== example.clock || content.seed !== DEFAULT_SEED || content.draft !== null) return false;
    const entries = entriesOf(example);
    return (
      entries.length === content.samples.length && entries.every((entry, i) => sameEntry(entry, content.samples[i]!))
    );
  });
}

export const isUntouchedExample = (content: DocumentContent): boolean => untouchedExample(content) !== undefined;
