/** Pieces of sentences that stages use in the trace and the log (values in backticks, long ones cut). */

import { nearest } from "@sluice/languages/base";
import type { Regex } from "@sluice/languages/re2";
import type { Entry } from "../../base/entry.ts";
import type { ExtractedValue } from "../../base/extracted.ts";
import type { EarlierStage, Env, Explain } from "../../pipeline/stage.ts";
import type { FlowKind } from "../../pipeline/stage-flow.ts";
import { regexStop } from "./stops.ts";
import { wrapped } from "./wrapped-line.ts";

const MAX_SHOWN = 80;
/** Stages that are named as those that could have set a value. */
const MAX_SETTERS = 3;
/** Names that one which is not set is compared with. */
const MAX_COMPARED = 1000;

/** `value` in backticks, cut to a length that a sentence can bear. */
export function shown(value: ExtractedValue | undefined): string {
  const text =
    typeof value === "string" || typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? "nothing");
  return `\`${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}\``;
}

/**
 * A clause: nothing extracted `name`. Says which stage sets it for other entries, which name was probably meant, or where
 * `entry` has it.
 */
export function notSet(name: string, { explain }: Env, entry: Entry): string {
  if (explain === null) return unset(name, []);
  let clauses = told.get(explain);
  if (clauses === undefined) {
    clauses = new Map();
    told.set(explain, clauses);
  }
  let clause = clauses.get(name);
  if (clause === undefined) {
    clause = unset(name, explain.earlier());
    clauses.set(name, clause);
  }
  if (clause.endsWith(DID_NOT)) return clause;
  const other = elsewhere(name, entry, "extracted");
  return other === "" ? clause : `${shown(name)} is not extracted${other}`;
}

/** How the clause ends where an earlier stage sets it for other entries. */
const DID_NOT = "can set it, and did not here";

/** Where a name is that is not in the place `wanted`: a clause to go on with; empty where it is nowhere. */
export function elsewhere(
  name: string,
  entry: Pick<Entry, "labels" | "metadata" | "extracted">,
  wanted: FlowKind,
): string {
  const places = [
    ["label", "a label", entry.labels.get(name) !== undefined],
    ["metadata", "structured metadata", entry.metadata.some(([one]) => one === name)],
    ["extracted", "an extracted value", entry.extracted.get(name) !== undefined],
  ] as const;
  const found = places.flatMap(([kind, what, is]) => (kind !== wanted && is ? [what] : []));
  return found.length === 0 ? "" : `: it is ${found.join(" and ")}`;
}

/** Cached by stage and name, of which a configuration has few: a search for each entry would take long. */
const told = new WeakMap<Explain, Map<string, string>>();

function unset(name: string, earlier: readonly EarlierStage[]): string {
  const setters = earlier.filter(({ sets }) => sets.includes(name)).map((stage) => `stage ${stage.path} ${stage.name}`);
  if (setters.length > 0) {
    const some = setters.slice(0, MAX_SETTERS).join(", ");
    const more = setters.length > MAX_SETTERS ? " and others" : "";
    return `${shown(name)} is not set for this entry: ${some}${more} ${DID_NOT}`;
  }
  const names = earlier.flatMap(({ sets }) => sets).slice(0, MAX_COMPARED);
  const near = nearest(name, names);
  const meant = near === undefined ? "" : `; did you mean ${shown(near)}?`;
  return `${shown(name)} is not set for this entry by any stage before this one${meant}`;
}

/** A clause: `name` has a `value` that does not convert to text. */
export function hasNoText(name: string, value: ExtractedValue | undefined): string {
  return `${shown(name)} is ${kindOf(value)}, which cannot be converted to text`;
}

/** What kind of value it is, for people. */
export function kindOf(value: ExtractedValue | undefined): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Notes that an entry is unchanged, since `regex` has no match in `text`. `missed`: the stage needs one. */
export function noteNoMatch(text: string, regex: Regex, env: Env, missed: boolean): void {
  const expression = regex.pattern;
  const isHeard = missed && env.note.debug !== undefined;
  const doubt = isHeard ? wrapped(text, (inside) => regex.test(inside)) : undefined;
  env.note.debug?.({
    code: "no-match",
    missed,
    text: `Unchanged: ${shown(text)} does not match ${shown(expression)}${doubt === undefined ? "" : `: ${doubt.clause}`}`,
    evidence: { input: text, expression },
    doubt: doubt && { ...doubt, unlessMatched: true },
    // A text that need not match has no place where it should have.
    stopped: missed ? () => regexStop(regex, text) : undefined,
    message: "regex did not match",
    fields: { input: text, regex: expression },
  });
}

/** A clause where two texts differ in case alone; empty otherwise. */
export const inCaseAlone = (text: string, other: string): string =>
  text !== other && text.toLowerCase() === other.toLowerCase() ? ": texts are compared with their case" : "";
