/** Converts an entry to the texts of the editor's fields, and back. */
import { findAdvanceProblem, type SampleContent, tidySample } from "@sluice/engine";
import { readTime } from "../../core/model/sample-time.ts";
import { formatPairs, parseLabels, parsePairs } from "../../core/text/label-text.ts";

/** The texts of the fields. */
export interface EntryDraft {
  readonly line: string;
  readonly labels: string;
  readonly metadata: string;
  /** Empty: the time at which it is sent. */
  readonly timestamp: string;
  /** Empty: at once. */
  readonly advance: string;
}

export type DraftProblems = { readonly [K in keyof EntryDraft]?: string };

export type ReadDraft =
  | { readonly ok: true; readonly content: SampleContent }
  | { readonly ok: false; readonly problems: DraftProblems };

export const draftOf = ({ line, labels, metadata, timestamp, advance }: SampleContent): EntryDraft => ({
  line,
  labels: formatPairs(Object.entries(labels ?? {})),
  metadata: formatPairs(metadata ?? []),
  timestamp: timestamp ?? "",
  advance: advance ?? "",
});

/** The entry in the fields, or the problem of each wrong field. */
export function readDraft(draft: EntryDraft): ReadDraft {
  const labels = parseLabels(draft.labels);
  const metadata = parsePairs(draft.metadata);
  const timestamp = draft.timestamp.trim();
  const advance = draft.advance.trim();
  const problems: { -readonly [K in keyof EntryDraft]?: string } = {};
  if (!labels.ok) problems.labels = labels.message;
  if (!metadata.ok) problems.metadata = metadata.message.replace("label name", "name");
  if (timestamp !== "" && readTime(timestamp) === undefined)
    problems.timestamp = "expected an RFC 3339 time, such as 2026-01-15T08:00:00.5Z";
  if (advance !== "" && findAdvanceProblem(advance) !== undefined)
    problems.advance = "expected a duration, such as 500ms or 1m30s";
  if (!labels.ok || !metadata.ok || Object.keys(problems).length > 0) return { ok: false, problems };
  return {
    ok: true,
    content: tidySample({ line: draft.line, labels: labels.labels, metadata: metadata.pairs, timestamp, advance }),
  };
}
