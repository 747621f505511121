/**
 * What was typed into forms and refused: not part of the document or its history, but stored with it, bounded in
 * number and in sum. A draft follows its stage until the text at its place changes or it is discarded.
 */
import type { ControlValue } from "@sluice/engine";

/** The argument that it is of. */
export interface DraftPlace {
  readonly pipeline: string;
  /** Path of the stage. */
  readonly stage: string;
  /** Path of the body in the stage. */
  readonly body: readonly number[];
  readonly argument: string;
}

export interface KeptDraft {
  readonly place: DraftPlace;
  /** Undefined: nothing, or `code`. */
  readonly value: ControlValue | undefined;
  /** Of an argument that is edited as an expression. */
  readonly code: string | undefined;
  /** Why it was refused. */
  readonly messages: readonly string[];
  /** What is written in its place; undefined: nothing. */
  readonly source: string | undefined;
}

const keyOf = ({ pipeline, stage, body, argument }: DraftPlace): string =>
  JSON.stringify([pipeline, stage, body, argument]);

/** More would be of no use to anybody; the oldest goes. */
export const MAX_DRAFTS = 50;
/** Characters of all drafts of a document together, as JSON. */
export const MAX_DRAFT_TEXT = 1_000_000;

/** The draft of `place`, as long as `source` is what was written there. */
export function findDraft(
  drafts: readonly KeptDraft[],
  place: DraftPlace,
  source: string | undefined,
): KeptDraft | undefined {
  const key = keyOf(place);
  return drafts.find((draft) => keyOf(draft.place) === key && draft.source === source);
}

/** With `draft` for `place` in the place of the one before; undefined: without one. The same list where nothing changes. */
export function withDraft(
  drafts: readonly KeptDraft[],
  place: DraftPlace,
  draft: KeptDraft | undefined,
): readonly KeptDraft[] {
  const key = keyOf(place);
  const others = drafts.filter((one) => keyOf(one.place) !== key);
  if (draft === undefined) return others.length === drafts.length ? drafts : others;
  return limitDrafts([...others, draft]);
}

/** The newest of them, as far as there is room. */
export function limitDrafts(drafts: readonly KeptDraft[]): readonly KeptDraft[] {
  let room = MAX_DRAFT_TEXT;
  return drafts
    .slice(-MAX_DRAFTS)
    .toReversed()
    .filter((draft) => {
      const { length } = JSON.stringify(draft);
      if (length > room) return false;
      room -= length;
      return true;
    })
    .toReversed();
}

/**
 * After a change of the text of `pipeline`: the drafts of a stage go with it (`follow`: where it stands now, undefined
 * where it is gone), as long as what was written for them still stands in it (`codeAt`).
 */
export function followDrafts(
  drafts: readonly KeptDraft[],
  pipeline: string,
  follow: (stage: string) => string | undefined,
  codeAt: (stage: string) => string,
): readonly KeptDraft[] {
  return drafts.flatMap((draft): readonly KeptDraft[] => {
    if (draft.place.pipeline !== pipeline) return [draft];
    const stage = follow(draft.place.stage);
    if (stage === undefined || (draft.source !== undefined && !codeAt(stage).includes(draft.source))) return [];
    return [stage === draft.place.stage ? draft : { ...draft, place: { ...draft.place, stage } }];
  });
}

/** The arguments of a stage that have drafts. */
export const draftsOf = (drafts: readonly KeptDraft[], pipeline: string | undefined, stage: string): string[] =>
  drafts.filter(({ place }) => place.pipeline === pipeline && place.stage === stage).map(({ place }) => place.argument);
