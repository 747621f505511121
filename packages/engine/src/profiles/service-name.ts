/**
 * The rule that gives each profile a service: without `service_name` it is the profile's name, with one the name is kept
 * as `app_name`. A name that is not there counts as empty, and setting a label to an empty value removes it.
 */
import { APP_NAME, METRIC_NAME, type ProfileLabels, SERVICE_NAME, sortLabels } from "./labels.ts";

/** What the rule did, for those who want to know why a label is there. */
export interface ServiceNameEffect {
  readonly label: typeof SERVICE_NAME | typeof APP_NAME;
  /** The profile's name; empty where it has none. */
  readonly value: string;
  /** The value that the label had before; absent where it had none. */
  readonly before?: string;
}

export interface NamedProfile {
  readonly labels: ProfileLabels;
  readonly effect: ServiceNameEffect;
}

/** `labels` after the rule. An empty `service_name` counts as one that is there, and is left out of the result. */
export function applyServiceName(labels: ReadonlyMap<string, string>): NamedProfile {
  const label = labels.has(SERVICE_NAME) ? APP_NAME : SERVICE_NAME;
  const value = labels.get(METRIC_NAME) ?? "";
  const before = labels.get(label);
  return {
    labels: sortLabels(new Map(labels).set(label, value)),
    effect: { label, value, ...(before !== undefined && before !== "" && { before }) },
  };
}
