/** Earlier states of a document: saved by name, or automatically before further work. */

import type { DocumentContent } from "../model/document.ts";
import { formatBytes } from "../text/units.ts";
import { whenOf } from "../text/version-words.ts";
import type { KeptDraft } from "./drafts.ts";

export interface StateInfo {
  readonly id: string;
  readonly label: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The user saved it by name; others go first when there are too many. */
  readonly named: boolean;
  /** Of its text and its samples, in UTF-16 units. */
  readonly units: number;
}

export interface KeptState extends StateInfo {
  readonly content: DocumentContent;
  /** What was typed into forms and refused: of a document that was removed. */
  readonly drafts?: readonly KeptDraft[];
}

/** Of one document. */
export const MAX_STATES = 100;
export const MAX_STATE_UNITS = 32 * 1024 * 1024;
export const MAX_STATE_LABEL = 200;
/** Milliseconds of work after which a state is saved automatically. */
export const STATE_INTERVAL = 10 * 60 * 1000;

export const unitsOf = ({ text, samples, draft }: DocumentContent): number =>
  samples.reduce((sum, { line }) => sum + line.length, text.length + (draft?.length ?? 0));

/** States to delete: the oldest without a name first, then the oldest. The newest always stays. */
export function surplusStates(states: readonly StateInfo[]): readonly StateInfo[] {
  const newest = states.reduce<StateInfo | undefined>((a, b) => (a === undefined || b.at > a.at ? b : a), undefined);
  const order = states.filter((one) => one !== newest).sort((a, b) => Number(a.named) - Number(b.named) || a.at - b.at);
  let count = states.length;
  let units = states.reduce((sum, one) => sum + one.units, 0);
  return order.filter((one) => {
    if (count <= MAX_STATES && units <= MAX_STATE_UNITS) return false;
    count--;
    units -= one.units;
    return true;
  });
}

/** `1.2 kB`, `33.6 MB`: as the text would have as a file, nearly all of whose characters are single bytes. */
export const sayUnits = (units: number): string => formatBytes(units);

/** `2026-01-15 07:12`, in the clock of whoever looks. */
export const whenOfState = (at: number): string => whenOf({ at: new Date(at).toISOString() });
