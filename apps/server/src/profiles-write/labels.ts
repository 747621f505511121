/** How a profile's labels change on their way to another server. */
import { labelNameProblem, METRIC_NAME, type ProfileLabels, SERVICE_NAME, sortLabels } from "@sluice/engine/profiles";

/** An empty value removes the label. */
export type ExternalLabels = ReadonlyMap<string, string>;

const RESERVED = "__";
/** Tells how the samples of a profile are counted; servers need it. */
const DELTA = "__delta__";

/** Why no server would take a profile with these labels; in the original's words. */
export function findLabelProblem(labels: ProfileLabels): string | undefined {
  if (labels.length === 0) return "invalid labels in profile: service name is required";
  for (const [name] of labels) {
    const problem = name === METRIC_NAME ? undefined : labelNameProblem(name);
    if (problem !== undefined) return `invalid labels in profile: invalid label name: ${problem}`;
  }
  return undefined;
}

/** The `name` of an ingest request: the service, where there is one, and all other labels, unescaped. */
export function ingestName(labels: ProfileLabels, external: ExternalLabels): string {
  const all = new Map(labels);
  const service = all.get(SERVICE_NAME);
  if (service !== undefined) all.set(METRIC_NAME, service);
  override(all, external);
  const pairs = sortLabels(all).filter(([name]) => name !== METRIC_NAME);
  return `${all.get(METRIC_NAME) ?? ""}{${pairs.map(([name, value]) => `${name}=${value}`).join(",")}}`;
}

/** The labels of a series that is pushed: what is internal here stays here. */
export function pushLabels(labels: ProfileLabels, external: ExternalLabels): ProfileLabels {
  const all = new Map(labels.filter(([name]) => !name.startsWith(RESERVED) || name === METRIC_NAME || name === DELTA));
  override(all, external);
  return sortLabels(all);
}

function override(labels: Map<string, string>, external: ExternalLabels): void {
  for (const [name, value] of external) labels.set(name, value);
}
