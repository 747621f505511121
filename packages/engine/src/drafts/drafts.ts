/**
 * Stages to choose from at a place of a pipeline: each begins as a text that fits the entries there, and those that the entries
 * need come first. A draft is tried on the entries, since one that does nothing to them would be worse than an example.
 */
import type { Nanos } from "@sluice/languages/base";
import { loadStages } from "../document/load.ts";
import { BARE_HOST } from "../pipeline/stage.ts";
import type { StageSpec } from "../pipeline/stage-spec.ts";
import { Preview, type Sample } from "../preview/preview.ts";
import { mayNameFiles } from "../schema/named-files.ts";
import { STAGE_CATALOG, STAGES } from "../stages/index.ts";
import { MAKERS } from "./makers.ts";
import { needsOf } from "./needs.ts";
import { DraftPlace } from "./place.ts";

export interface StageDraft {
  readonly name: string;
  /** Its text, and before it the stages that extract what it reads. Undefined: as the reference shows it. */
  readonly code: string | undefined;
  /** How many stages stand in the text before it. */
  readonly before: number;
  /** Why the entries need it. */
  readonly why: string | undefined;
}

/** `entries`: as they pass the place (`entriesAt`). `now`: when their run begins. Stages that are needed come first. */
export function draftStages(entries: readonly Sample[], now: Nanos): StageDraft[] {
  if (entries.length === 0) return [];
  const place = new DraftPlace(entries, now);
  const needs = new Map<string, string>();
  // Of several stages of one name the first is drafted.
  for (const { name, why } of needsOf(place)) if (!needs.has(name)) needs.set(name, why);
  const names = [...needs.keys(), ...STAGES.map(({ name }) => name).filter((name) => !needs.has(name))];
  return names.flatMap((name) => {
    const spec = STAGE_CATALOG.get(name);
    return spec === undefined ? [] : [{ name, ...codeFor(spec, place), why: needs.get(name) }];
  });
}

/** Entries on which a draft is tried. */
const TRIED = 100;

const NONE = { code: undefined, before: 0 };

function codeFor(spec: StageSpec, place: DraftPlace): Pick<StageDraft, "code" | "before"> {
  const code = MAKERS[spec.name]?.(place);
  if (code === undefined) return NONE;
  const { stages, diagnostics } = loadStages(code);
  // An odd name of a value can make a text that no stage takes.
  if (diagnostics.some(({ severity }) => severity === "error")) return NONE;
  const drafted = { code, before: stages.length - 1 };
  if (mayNameFiles(spec)) return drafted;
  // Labels of a sample would be there as extracted values, too.
  const samples = place.entries.slice(0, TRIED).map((entry) => ({ ...entry, advance: undefined }));
  const options = { start: place.now, seed: 1, host: BARE_HOST };
  const counts = Preview.run({ stages, dialect: "loki" }, samples, options).counts().get(`${stages.length}`);
  return counts === undefined || counts.in === 0 || counts.missed + counts.errors === counts.in ? NONE : drafted;
}
