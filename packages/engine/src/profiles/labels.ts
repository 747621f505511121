/** Labels of a profile: texts under unchecked names, sorted by bytes. */
import { compareBytes } from "@sluice/languages/base";

/** Sorted by the bytes of the names; each name once, and no value is empty. */
export type ProfileLabels = readonly (readonly [name: string, value: string])[];

export const APP_NAME = "app_name";
export const METRIC_NAME = "__name__";
export const SERVICE_NAME = "service_name";

const SURROGATE = /[\ud800-\udfff]/;

/** The labels of a map, those with an empty value left out. */
export function sortLabels(labels: ReadonlyMap<string, string>): ProfileLabels {
  const names = [...labels.keys()].filter((name) => labels.get(name) !== "");
  // UTF-16 units have the order of bytes except for surrogates, and the platform compares them many times faster.
  if (names.some((name) => SURROGATE.test(name))) names.sort(compareBytes);
  else names.sort();
  return names.map((name) => [name, labels.get(name)!]);
}

/** Labels as a series of a push has them: the last of one name wins, and an empty value deletes what came before. */
export function collectLabels(pairs: Iterable<readonly [name: string, value: string]>): Map<string, string> {
  const labels = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (value === "") labels.delete(name);
    else labels.set(name, value);
  }
  return labels;
}

/** `{a="b", c="d"}`, as Go prints label sets in its messages; `quote` is Go's `strconv.Quote`. */
export function formatLabels(labels: ProfileLabels, quote: (text: string) => string): string {
  return `{${labels.map(([name, value]) => `${name}=${quote(value)}`).join(", ")}}`;
}
