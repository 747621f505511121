/**
 * Durations whose units a metric does not read, as `12 ms` beside `1.5 sec`: the stage that writes them as Go does, each in its
 * own unit, so that a histogram has all of them in seconds.
 */
import { parseDuration } from "@sluice/languages/goduration";
import { writeStage } from "../../detect/index.ts";
import { writeText } from "../../syntax/index.ts";
import { isDurationName } from "../../vocabulary/index.ts";
import { listNames } from "../list-names.ts";
import type { PlannedStage } from "../plan.ts";
import { present, type Value } from "../rows.ts";
import { type Rewrite, rewriter, templateOf } from "./rewrites.ts";

/** Go's units, and how else they are written. */
const UNITS: Readonly<Record<string, string>> = {
  ns: "ns|nsecs?|nanos(?:econds?)?",
  us: "[uµμ]s|usecs?|micros(?:econds?)?",
  ms: "ms|msecs?|millis(?:econds?)?",
  s: "s|secs?|seconds?",
  m: "m|mins?|minutes?",
  h: "h|hrs?|hours?",
};
const AMOUNT = /^\d+(?:\.\d+)? ?([A-Za-zµμ]+)$/;
/** Share of the texts that must be such durations. */
const MOST = 0.95;
const MIN_COUNT = 3;

export interface DurationStage {
  readonly value: Value;
  /** As the stage leaves it. */
  readonly result: Value;
  readonly stage: PlannedStage;
}

/** Those of `values` that need a stage. */
export function findDurations(values: readonly Value[], branch: number | undefined, suffix: string): DurationStage[] {
  return values.flatMap((value) => {
    const texts = present(value);
    if (!isDurationName(value.name) || texts.every((text) => parseDuration(text).ok)) return [];
    const units = new Set(texts.flatMap((text) => unitOf(text) ?? []));
    const read = texts.filter((text) => unitOf(text) !== undefined).length;
    if (read < Math.max(MIN_COUNT, texts.length * MOST)) return [];
    const rewrites = [...units].map(
      (unit): Rewrite => ({
        expression: `^([0-9.]+) ?(?:${UNITS[unit]})$`,
        by: `\${1}${unit}`,
      }),
    );
    const id = `durations:${value.name}${suffix}`;
    const write = rewriter(rewrites);
    return [
      {
        value,
        result: {
          ...value,
          stage: id,
          texts: value.texts.map((text) => (text === undefined ? undefined : write(text))),
        },
        stage: {
          id,
          layer: "parse" as const,
          says: `Write ${value.name} as Go writes durations`,
          evidence: [`${read} of ${texts.length}`, listNames([...units])],
          byDefault: true,
          needs: [value.stage],
          branch,
          write: () =>
            writeStage("template", {
              source: writeText(value.name),
              template: writeText(`{{ if .Value }}${templateOf(rewrites)}{{ end }}`),
            }),
        },
      },
    ];
  });
}

function unitOf(text: string): string | undefined {
  const written = AMOUNT.exec(text)?.[1];
  return written === undefined
    ? undefined
    : Object.keys(UNITS).find((unit) => new RegExp(`^(?:${UNITS[unit]})$`).test(written));
}
