/**
 * Names of metrics and labels as exposition formats write them. Both may be any text here (labels of log streams often
 * hold dots and dashes): names outside the classic alphabet are quoted, or written with underscores for old readers.
 */

import { STEP } from "../base/at-once.ts";
import { mergeInSteps } from "./merge.ts";
import type { LabelPair, MetricFamily, Sample } from "./registry.ts";

const PLAIN_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const PLAIN_LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

const escapeValue = (text: string) => text.replace(/\\/g, "\\\\").replace(/\n/g, "\\n").replace(/"/g, '\\"');

/** A family's name in HELP and TYPE lines. */
export function formatName(name: string): string {
  return PLAIN_NAME.test(name) ? name : `"${escapeValue(name)}"`;
}

/** Name and labels of one series: `n{a="b"}`, or `{"my-n",a="b"}` where the name needs quotes. */
export function formatSeries(name: string, labels: readonly LabelPair[]): string {
  const plain = PLAIN_NAME.test(name);
  const parts = labels.map(
    ([label, value]) => `${PLAIN_LABEL.test(label) ? label : `"${escapeValue(label)}"`}="${escapeValue(value)}"`,
  );
  if (!plain) parts.unshift(`"${escapeValue(name)}"`);
  return parts.length === 0 ? name : `${plain ? name : ""}{${parts.join(",")}}`;
}

/**
 * The families with `_` for every character outside the classic alphabet; series that become equal are summed. Stops now and
 * then.
 */
export function* underscoreInSteps(families: readonly MetricFamily[]): Generator<void, readonly MetricFamily[]> {
  const renamed: MetricFamily[] = [];
  let changed = false;
  let done = 0;
  for (const family of families) {
    const name = PLAIN_NAME.test(family.name)
      ? family.name
      : family.name.replace(/[^a-zA-Z0-9_:]/gu, "_").replace(/^\d/, "_");
    changed ||= name !== family.name;
    const samples: Sample[] = [];
    for (const sample of family.samples) {
      if (++done % STEP === 0) yield;
      const plain = sample.labels.every(([label]) => PLAIN_LABEL.test(label));
      changed ||= !plain;
      samples.push(plain ? sample : { ...sample, labels: sample.labels.map(underscoreLabel) });
    }
    renamed.push({ ...family, name, samples });
  }
  return changed ? yield* mergeInSteps(renamed) : families;
}

function underscoreLabel([label, value]: LabelPair): LabelPair {
  return [label.replace(/[^a-zA-Z0-9_]/gu, "_").replace(/^\d/, "_"), value];
}
