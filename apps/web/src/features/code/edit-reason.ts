/**
 * What caused a change of the editor's text. The editor reports it with each change, in a part of the event that its
 * types leave out. Anything unexpected counts as typed.
 */
import type { EditKind } from "../../core/text/edit-kind.ts";

interface Reason {
  readonly source?: unknown;
  /** For changes by the cursor. */
  readonly kind?: unknown;
  /** The command behind the change. */
  readonly detailedSource?: unknown;
}

const COMMANDS: readonly (readonly [RegExp, EditKind])[] = [
  [/comment(?:Line)?$/i, "commented"],
  [/^replace/, "replaced"],
];

export function kindOfChange(event: object): EditKind {
  const reasons: unknown = (event as { detailedReasons?: unknown }).detailedReasons;
  const first: unknown = Array.isArray(reasons) ? reasons[0]?.metadata : undefined;
  if (typeof first !== "object" || first === null) return "typed";
  const { source, kind, detailedSource } = first as Reason;
  if (source === "suggest" || source === "snippet") return "completed";
  if (kind === "paste") return "pasted";
  if (kind === "cut") return "cut";
  return COMMANDS.find(([pattern]) => pattern.test(String(detailedSource)))?.[1] ?? "typed";
}
