/** The facts of an opened profile, before it is drawn; small enough to send between threads. */
import { labelChoices } from "./filter.ts";
import { type SampleType, sampleCount, sums } from "./profile.ts";
import type { OpenedBody } from "./read-body.ts";

export interface ProfileFacts {
  readonly types: readonly SampleType[];
  readonly defaultType: number;
  /** The sum of all samples, by type. */
  readonly sums: readonly number[];
  readonly samples: number;
  readonly time: number | undefined;
  readonly durationNanos: number | undefined;
  readonly period: (SampleType & { readonly value: number }) | undefined;
  readonly comments: readonly string[];
  readonly labels: readonly { readonly key: string; readonly values: readonly string[] }[];
}

export interface ProfileAbout
  extends Pick<OpenedBody, "format" | "gzip" | "bytes" | "plainBytes" | "parts" | "why" | "skipped"> {
  /** Undefined: the profile cannot be drawn. */
  readonly facts: ProfileFacts | undefined;
}

/** The most values offered for one label. */
const MAX_VALUES = 100;
const MAX_KEYS = 50;

export function describeBody({
  profile,
  format,
  gzip,
  bytes,
  plainBytes,
  parts,
  why,
  skipped,
}: OpenedBody): ProfileAbout {
  const about = { format, gzip, bytes, plainBytes, parts, why, skipped };
  if (profile === undefined) return { ...about, facts: undefined };
  const { sampleTypes: types, defaultType, time, durationNanos, period, comments } = profile;
  const labels = labelChoices(profile)
    .slice(0, MAX_KEYS)
    .map(({ key, values }) => ({ key, values: values.slice(0, MAX_VALUES) }));
  const samples = sampleCount(profile);
  const facts = { types, defaultType, sums: sums(profile), samples, time, durationNanos, period, comments, labels };
  return { ...about, facts };
}
