/**
 * Edits that the page has asked a worker for and has no answer to yet, as they are stored when the page is left. The next
 * visit makes them.
 */
import type { PutMode, StageAddress, StageChange } from "@sluice/engine";
import * as v from "valibot";
import { MAX_TEXT } from "../model/document.ts";
import { listOf } from "../text/read-list.ts";
import { isControlValue, MAX_DEPTH, text, time } from "./document-record.ts";

export type PendingEdit =
  | { readonly kind: "stage"; readonly place: StageAddress; readonly change: StageChange }
  | {
      readonly kind: "put";
      /** What the history calls it. */
      readonly label: string;
      readonly stages: string;
      readonly mode: PutMode;
      /** Where the clock starts then, RFC 3339. */
      readonly clock?: string | undefined;
    };

/** More are not waited for by anybody; the oldest go. */
export const MAX_PENDING = 100;

const name = text(100_000);
const Body = v.pipe(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), v.maxLength(MAX_DEPTH));
const value = v.custom<Extract<StageChange, { kind: "set" }>["value"]>((one) => isControlValue(one));
const Change: v.GenericSchema<unknown, StageChange> = v.variant("kind", [
  v.object({ kind: v.literal("set"), body: Body, argument: name, value }),
  v.object({ kind: v.literal("write"), body: Body, argument: name, code: text(MAX_TEXT) }),
  v.object({ kind: v.literal("clear"), body: Body, argument: name }),
  v.object({ kind: v.literal("add-block"), body: Body, block: name }),
  v.object({ kind: v.literal("remove-block"), body: Body }),
]);
const Pending = v.variant("kind", [
  v.object({ kind: v.literal("stage"), place: v.object({ pipeline: name, stage: name }), change: Change }),
  v.object({
    kind: v.literal("put"),
    label: name,
    stages: text(MAX_TEXT),
    mode: v.picklist(["replace", "append"]),
    clock: v.optional(time),
  }),
]);

/** Those that can be read, up to the first that is damaged: each is of the text that the one before leaves. */
export function readPendingEdits(value: unknown): readonly PendingEdit[] {
  const parsed = v.safeParse(listOf(v.unknown(), MAX_PENDING), value);
  const edits: PendingEdit[] = [];
  for (const one of parsed.success ? parsed.output : []) {
    const read = v.safeParse(Pending, one);
    if (!read.success) break;
    edits.push(read.output as PendingEdit);
  }
  return edits;
}
