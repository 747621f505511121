/**
 * The rule that gives each profile a service: without `service_name` it is the profile's name, with one the name is kept
 * as `app_name`. A name that is not there counts as empty, and setting a label to an empty value removes it.
 */
import { APP_NAME, METRIC_NAME, type ProfileLabels, SERVICE_NAME, sortLabels } from "./labels.ts";

/** What the rule did, to explain a label. */
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

/** `labels` after the rule. An empty `service_name` counts as set, and is left out of the result. */
export function applyServiceName(labels: ReadonlyMap<string, string>): NamedProfile {
  const label = labels.has(SERVICE_NAME) ? APP_NAME : SERVICE_NAME;
  const value = labels.get(METRIC_NAME) ?? "";
  const before = labels.get(label);
  return {
    labels: sortLabels(new Map(labels).set(label, value)),
    effect: { label, value, ...(before !== undefined && before !== "" && { before }) },
  };
}

/** What the rule did to `received`, and why: one sentence. */
export function explainServiceName(
  received: ReadonlyMap<string, string>,
  { label, value, before }: ServiceNameEffect,
): string {
  const name = quoted(value);
  if (label === SERVICE_NAME)
    return value === ""
      ? `The profile has neither a name (\`${METRIC_NAME}\`) nor a \`${SERVICE_NAME}\`, so it belongs to no service.`
      : `\`${SERVICE_NAME}\` was not set, so it became the profile's name, ${name}.`;
  const service = received.get(SERVICE_NAME) ?? "";
  const said =
    service === ""
      ? `\`${SERVICE_NAME}\` was set to an empty text, which removes it`
      : `\`${SERVICE_NAME}\` was set to ${quoted(service)}, which stays`;
  const instead = before === undefined ? "" : ` in place of ${quoted(before)}`;
  if (value !== "") return `${said}; the profile's name, ${name}, was kept as \`${APP_NAME}\`${instead}.`;
  const gone = before === undefined ? "was not set" : `${quoted(before)} was removed`;
  return `${said}; the profile has no name (\`${METRIC_NAME}\`), so \`${APP_NAME}\` ${gone}.`;
}

/** Characters of a value that a sentence holds. */
const MAX_SAID = 100;
const quoted = (text: string): string => `\`${text.length <= MAX_SAID ? text : `${text.slice(0, MAX_SAID)}…`}\``;
