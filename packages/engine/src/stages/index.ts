/** Every stage, in the order of their names. A test compares this list with the folder. */
import type { StageSpec } from "../pipeline/stage-spec.ts";
import * as list from "./list.ts";

export const STAGES: readonly StageSpec[] = Object.values(list).sort((a, b) => (a.name < b.name ? -1 : 1));

/** Specs by name, without `stage.`. */
export const STAGE_CATALOG: ReadonlyMap<string, StageSpec> = new Map(STAGES.map((spec) => [spec.name, spec]));
