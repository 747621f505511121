/** Private values in samples, and samples with stand-ins in their place. */
import type { ExtractedValue } from "../base/extracted.ts";
import { PrivateScan } from "../document/secrets/private-scan.ts";
import { PRIVATE_KINDS, PRIVATE_PLURALS, PRIVATE_WORDS, type PrivateKind } from "../sensitive/index.ts";
import { StandIns } from "../sensitive/stand-ins.ts";
import type { SampleContent } from "./sample-content.ts";

/** A text that was looked at, by its number, as it is to be written. */
export type Replaced = (nth: number) => string;

/** Looks at the parts of a sample that hold texts; the result gives them with private values replaced. */
export function lookInSample<P>(
  scan: PrivateScan<P>,
  { line, labels, metadata, extracted }: SampleContent,
  place: P,
): (replaced: Replaced) => Partial<SampleContent> {
  const lineAt = scan.lookAtLine(place, line);
  const labelsAt = Object.entries(labels ?? {}).map(
    ([name, value]) => [name, scan.lookAt(place, name, value)] as const,
  );
  const metadataAt = (metadata ?? []).map(([name, value]) => [name, scan.lookAt(place, name, value)] as const);
  const valuesAt = extracted === undefined ? undefined : lookInValue(scan, place, "", extracted);
  return (replaced) => ({
    line: replaced(lineAt),
    ...(labels === undefined ? {} : { labels: Object.fromEntries(labelsAt.map(([name, at]) => [name, replaced(at)])) }),
    ...(metadata === undefined ? {} : { metadata: metadataAt.map(([name, at]) => [name, replaced(at)] as const) }),
    ...(valuesAt === undefined ? {} : { extracted: valuesAt(replaced) as Readonly<Record<string, ExtractedValue>> }),
  });
}

function lookInValue<P>(scan: PrivateScan<P>, place: P, name: string, value: unknown): (replaced: Replaced) => unknown {
  if (typeof value === "string") {
    const at = scan.lookAt(place, name, value);
    return (replaced) => replaced(at);
  }
  if (typeof value === "number") {
    const at = scan.lookAtNumber(place, name, value);
    return (replaced) => Number(replaced(at));
  }
  if (value === null || typeof value !== "object") return () => value;
  if (Array.isArray(value)) {
    const all = value.map((one) => lookInValue(scan, place, name, one));
    return (replaced) => all.map((one) => one(replaced));
  }
  const fields = Object.entries(value).map(([key, one]) => [key, lookInValue(scan, place, key, one)] as const);
  return (replaced) => Object.fromEntries(fields.map(([key, one]) => [key, one(replaced)]));
}

export interface ReplacedKind {
  readonly kind: PrivateKind;
  /** Different values. */
  readonly values: number;
}

interface ScreenedTexts<S> {
  readonly samples: readonly S[];
  readonly names: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly replaced: readonly ReplacedKind[];
}

/** Samples, and what is written with them, with each private value replaced by its stand-in, the same everywhere. */
export function screenSamples<S extends SampleContent>(
  samples: readonly S[],
  names: readonly string[] = [],
  labels: Readonly<Record<string, string>> = {},
): ScreenedTexts<S> {
  const scan = new PrivateScan<undefined>(undefined, new StandIns({ keepsForm: true }));
  const samplesAt = samples.map((sample) => lookInSample(scan, sample, undefined));
  const namesAt = names.map((name) => scan.look(undefined, name));
  const labelsAt = Object.entries(labels).map(([name, value]) => [name, scan.lookAt(undefined, name, value)] as const);
  const kinds = new Set(PRIVATE_KINDS);
  const replaced: Replaced = (nth) => scan.replaced(nth, kinds);
  return {
    samples: samples.map((sample, i) => ({ ...sample, ...samplesAt[i]!(replaced) })),
    names: namesAt.map(replaced),
    labels: Object.fromEntries(labelsAt.map(([name, at]) => [name, replaced(at)])),
    replaced: scan.findings().map(({ kind, values }) => ({ kind, values: values.length })),
  };
}

/** `2 passwords or keys, 1 mail address`. */
export const describeReplaced = (replaced: readonly ReplacedKind[]): string =>
  replaced.map(({ kind, values }) => `${values} ${(values === 1 ? PRIVATE_WORDS : PRIVATE_PLURALS)[kind]}`).join(", ");
