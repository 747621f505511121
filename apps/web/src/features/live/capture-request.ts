/** The request of a capture: typed fields, read within the limits of the server. */
import type { CaptureAnswer, CaptureRequest, CaptureTargets } from "@sluice/protocol";
import { counted } from "../../core/text/counted.ts";

/** What entries are captured from: the input of a component, the journal of one, or a Loki. */
export type CaptureTarget = { readonly name: string } & (
  | { readonly component: string; readonly journal?: undefined; readonly loki?: undefined }
  | { readonly journal: string; readonly component?: undefined; readonly loki?: undefined }
  | { readonly loki: string; readonly component?: undefined; readonly journal?: undefined }
);

/** As typed. */
export interface CaptureFields {
  /** The name of a target. */
  readonly from: string;
  readonly selector: string;
  readonly text: string;
  readonly entries: string;
  readonly seconds: string;
}

const NAMES = { component: "What enters", journal: "The last hour in", loki: "Stored in" } as const;
const ENDS: Readonly<Record<CaptureAnswer["ended"], string>> = {
  entries: "",
  done: "there were no more",
  bytes: "the byte limit was reached",
  time: "the time ran out",
  gone: "the component is gone",
};

export const targetsOf = ({ components, journals, lokis }: CaptureTargets): CaptureTarget[] => [
  ...components.map((id) => ({ name: `${NAMES.component} ${id}`, component: id })),
  ...journals.map((id) => ({ name: `${NAMES.journal} ${id}`, journal: id })),
  ...lokis.map(({ name, url }) => ({ name: `${NAMES.loki} ${url}`, loki: name })),
];

/** The server's usual counts, and the wanted journal, the first wanted component that it offers, or else its first target. */
export function usualFields(
  offered: CaptureTargets,
  wanted: readonly (string | undefined)[],
  journal?: string,
): Pick<CaptureFields, "from" | "entries" | "seconds"> {
  const { usual, components } = offered;
  const component = wanted.find((id) => id !== undefined && components.includes(id));
  const targets = targetsOf(offered);
  const target =
    targets.find((one) => journal !== undefined && one.journal === journal) ??
    targets[component === undefined ? 0 : components.indexOf(component)];
  return { from: target?.name ?? "", entries: String(usual.entries), seconds: String(usual.seconds) };
}

/** Undefined: not a number from 1 to `most`. */
export function readCount(text: string, most: number): number | undefined {
  const value = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= 1 && value <= most ? value : undefined;
}

/** Undefined: a field is missing or wrong. */
export function requestOf(
  fields: CaptureFields,
  target: CaptureTarget,
  most: CaptureTargets["most"],
): CaptureRequest | undefined {
  const { text } = fields;
  const selector = fields.selector.trim();
  const entries = readCount(fields.entries, most.entries);
  if (entries === undefined) return undefined;
  if (target.loki !== undefined) return selector === "" ? undefined : { loki: target.loki, query: selector, entries };
  const choice = { ...(selector !== "" && { selector }), ...(text !== "" && { text }), entries };
  if (target.journal !== undefined) return { journal: target.journal, ...choice };
  const seconds = readCount(fields.seconds, most.seconds);
  return seconds === undefined ? undefined : { component: target.component, ...choice, seconds };
}

/** Why there are no samples, of an answer without entries. */
export const nothingCaptured = ({ seen, ended }: CaptureAnswer): string =>
  `Nothing was captured: none of ${counted(seen, "entry", "entries")} matched; ${ENDS[ended] || "no more came"}.`;
