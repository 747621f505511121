/**
 * How a draft is compared in a shadow run: as it would be deployed by default. Of a draft that cannot run by itself, only its
 * stages are compared, in a component of what runs: as a whole it would send nothing, and seem to drop all.
 */
import { type DraftWay, stagesWay, WHOLE } from "../../deploy/index.ts";

export interface ShadowDraft {
  /** It has a source and a sink. */
  readonly isWhole: boolean;
  /** Its pipelines with stages. */
  readonly pipelines: readonly string[];
}

/** `chosen`: the component for the stages, if somebody chose one of `running`. */
export function shadowWay(
  { isWhole, pipelines }: ShadowDraft,
  running: readonly string[],
  chosen: string | null,
): DraftWay {
  const usual = isWhole ? undefined : stagesWay(pipelines, running);
  if (usual === undefined) return WHOLE;
  const only = running.length === 1 ? running[0]! : null;
  return { ...usual, into: chosen !== null && running.includes(chosen) ? chosen : (usual.into ?? only) };
}
