/**
 * Several profiles as one, with other columns: merged, since one of a few seconds is noise, or side by side, to be
 * compared. So there is one tree, one graph, one table.
 */
import { checkLimit, ProfileError } from "./limits.ts";
import { hasType, LabelSets, Names, type Profile, type SampleType, sameType, sampleCount } from "./profile.ts";

export const typeName = ({ type, unit }: SampleType): string => `${type}, ${unit}`;

/** The sample type that each column of the result takes from each profile; undefined: none. */
type Columns = readonly (readonly (number | undefined)[])[];

/** The sample types that several profiles share, which are combined, and those that only some of them have. */
export interface MergedTypes {
  readonly types: readonly SampleType[];
  readonly leftOut: readonly SampleType[];
}

export function mergedTypes(profiles: readonly Profile[]): MergedTypes {
  const types: SampleType[] = [];
  const leftOut: SampleType[] = [];
  for (const { sampleTypes } of profiles)
    for (const type of sampleTypes) {
      if (hasType(types, type) || hasType(leftOut, type)) continue;
      const common = profiles.every((other) => hasType(other.sampleTypes, type));
      (common ? types : leftOut).push(type);
    }
  return { types, leftOut };
}

export function describeMerged({ types, leftOut }: MergedTypes): string {
  const names = (of: readonly SampleType[]) => of.map(({ type }) => type).join(", ");
  if (leftOut.length === 0) return `${names(types)}: all sample types of the profiles`;
  return `${names(types)}; left out, as not all profiles have it: ${names(leftOut)}`;
}

/** All samples of all profiles, with the sample types that all of them have. */
export function mergeProfiles(profiles: readonly Profile[]): Profile {
  const [first] = profiles;
  if (first === undefined) throw new ProfileError("There is nothing to combine.");
  if (profiles.length === 1) return first;
  const { types } = mergedTypes(profiles);
  if (types.length === 0) throw new ProfileError("These profiles have no sample type in common.");
  const columns = profiles.map(({ sampleTypes }) =>
    types.map((type) => sampleTypes.findIndex((other) => sameType(type, other))),
  );
  const shown = types.findIndex((type) => sameType(type, first.sampleTypes[first.defaultType]!));
  return join(profiles, types, columns, shown < 0 ? types.length - 1 : shown);
}

/** One sample type of two profiles in two columns: 0 is before, 1 is now. */
export function compareProfiles(before: Profile, now: Profile, type: SampleType): Profile {
  const [old, fresh] = [before, now].map(({ sampleTypes }) => sampleTypes.findIndex((other) => sameType(type, other)));
  if (old! < 0 || fresh! < 0)
    throw new ProfileError(`Only one of the two profiles has the sample type ${typeName(type)}.`);
  return join(
    [before, now],
    [type, type],
    [
      [old, undefined],
      [undefined, fresh],
    ],
    1,
  );
}

function join(profiles: readonly Profile[], types: readonly SampleType[], columns: Columns, shown: number): Profile {
  const samples = profiles.reduce((sum, profile) => sum + sampleCount(profile), 0);
  const frameCount = profiles.reduce((sum, { frames }) => sum + frames.length, 0);
  checkLimit("samples", samples);
  checkLimit("frames", frameCount);
  const names = new Names();
  const sets = new LabelSets();
  const frames = new Int32Array(frameCount);
  const offsets = new Int32Array(samples + 1);
  const values = new Float64Array(samples * types.length);
  const labels = new Int32Array(samples);
  let sampleAt = 0;
  let frameAt = 0;
  for (const [i, profile] of profiles.entries()) {
    const numbers = profile.functions.map((name) => names.numberOf(name));
    const setNumbers = profile.labelSets.map((set) => sets.numberOf(set));
    const own = profile.sampleTypes.length;
    for (let sample = 0; sample < sampleCount(profile); sample++) {
      for (let f = profile.offsets[sample]!; f < profile.offsets[sample + 1]!; f++)
        frames[frameAt++] = numbers[profile.frames[f]!]!;
      for (const [column, from] of columns[i]!.entries())
        if (from !== undefined) values[sampleAt * types.length + column] = profile.values[sample * own + from]!;
      labels[sampleAt++] = setNumbers[profile.labels[sample]!]!;
      offsets[sampleAt] = frameAt;
    }
  }
  checkLimit("entries", names.list.length);
  const times = profiles.flatMap(({ time }) => time ?? []);
  const durations = profiles.flatMap(({ durationNanos }) => durationNanos ?? []);
  return {
    sampleTypes: types,
    defaultType: shown,
    time: times.length === 0 ? undefined : Math.min(...times),
    durationNanos: durations.length === 0 ? undefined : durations.reduce((sum, one) => sum + one, 0),
    period: profiles[0]!.period,
    comments: [],
    functions: names.list,
    frames,
    offsets,
    values,
    labels,
    labelSets: sets.list,
  };
}
