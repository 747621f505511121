/** The samples of a profile that count, and the functions that a search finds. */
import type { CallTree } from "./call-tree.ts";
import { type Label, type Profile, sampleCount } from "./profile.ts";

/** The labels of a profile: keys by name, values by how many samples have them. */
export function labelChoices(profile: Profile): { readonly key: string; readonly values: readonly string[] }[] {
  const samples = new Float64Array(profile.labelSets.length);
  for (const set of profile.labels) samples[set]!++;
  const found = new Map<string, Map<string, number>>();
  for (const [i, set] of profile.labelSets.entries()) {
    for (const { key, value } of set) {
      const values = found.get(key) ?? new Map<string, number>();
      values.set(value, (values.get(value) ?? 0) + samples[i]!);
      found.set(key, values);
    }
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, values]) => ({ key, values: [...values].sort((a, b) => b[1] - a[1]).map(([value]) => value) }));
}

/** The samples that have every one of these labels, by 1. */
export function withLabels(profile: Profile, wanted: readonly Label[]): Uint8Array {
  const sets = profile.labelSets.map((set) =>
    wanted.every((label) => set.some(({ key, value }) => key === label.key && value === label.value)),
  );
  return Uint8Array.from(profile.labels, (set) => (sets[set] ? 1 : 0));
}

/** The samples whose stack has one of these functions, by 1. */
export function withFunctions(profile: Profile, found: Uint8Array): Uint8Array {
  const keep = new Uint8Array(sampleCount(profile));
  for (let sample = 0; sample < keep.length; sample++)
    for (let i = profile.offsets[sample]!; i < profile.offsets[sample + 1]!; i++)
      if (found[profile.frames[i]!] === 1) {
        keep[sample] = 1;
        break;
      }
  return keep;
}

/** The functions with the text in their name, by 1; undefined: no search. Case-insensitive. */
export function findFunctions(functions: readonly string[], text: string): Uint8Array | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return undefined;
  return Uint8Array.from(functions, (name) => (name.toLowerCase().includes(wanted) ? 1 : 0));
}

export interface Found {
  /** The number of functions in the tree. */
  readonly functions: number;
  /** Their cost including callees; nested hits count once. */
  readonly total: number;
}

export function measureFound(tree: CallTree, found: Uint8Array, type: number): Found {
  const inside = new Uint8Array(tree.names.length);
  const seen = new Set<number>();
  let total = 0;
  for (let node = 1; node < tree.names.length; node++) {
    const name = tree.names[node]!;
    const above = inside[tree.parents[node]!] === 1;
    const here = found[name] === 1;
    if (here) seen.add(name);
    if (here && !above) total += tree.totals[type]![node]!;
    inside[node] = above || here ? 1 : 0;
  }
  return { functions: seen.size, total };
}
