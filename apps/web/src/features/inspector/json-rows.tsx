/** The rows of a line of JSON laid out, with the changes of a stage by field. Loaded when somebody asks for it. */
import { useMemo } from "react";
import type { EntryDiff } from "../../core/model/step-view.ts";
import { diffJson, type JsonPart, type JsonRow, layOutJson } from "../../core/text/json-rows.ts";
import { LongText } from "../../ui/value-text.tsx";
import * as css from "./json-rows.module.css";

const WORDS = { same: "", added: "added: ", removed: "removed: ", changed: "changed: " } as const;
const SIGNS = { same: " ", added: "+", removed: "−", changed: "~" } as const;

export default function JsonRows({ diff: { before, after, changed } }: { diff: EntryDiff["line"] }) {
  const rows = useMemo(
    () => (changed ? (diffJson(before, after) ?? replaced(before, after)) : (layOutJson(after) ?? [])),
    [before, after, changed],
  );
  return (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
    rows.map((row, i) => <Row key={i} row={row} />)
  );
}

/** Of two lines that are not both JSON each as it can be shown. */
function replaced(before: string, after: string): readonly JsonRow[] {
  const one = (text: string, mark: "added" | "removed"): readonly JsonRow[] =>
    layOutJson(text)?.map(({ depth, parts }) => ({
      depth,
      mark,
      parts: mark === "added" ? parts : parts.map((part) => ({ ...part, from: undefined })),
    })) ?? [{ depth: 0, mark, parts: [{ kind: mark, text, from: mark === "added" ? 0 : undefined }] }];
  return [...one(before, "removed"), ...one(after, "added")];
}

const Row = ({ row: { depth, mark, parts } }: { row: JsonRow }) => (
  <div className={css.row} data-mark={mark} style={{ paddingInlineStart: `${2 + depth * 2}ch` }}>
    <span className={css.sign} aria-hidden="true">
      {SIGNS[mark]}
    </span>
    <span className="visually-hidden">{WORDS[mark]}</span>
    {parts.map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
      <Part key={i} part={part} isMarked={mark === "changed"} />
    ))}
  </div>
);

/** In a row that is new or gone as a whole the row is marked, not its parts. */
function Part({ part: { kind, text, from }, isMarked }: { part: JsonPart; isMarked: boolean }) {
  const shown = <LongText text={text} limit={600} from={from} />;
  if (!isMarked || kind === "same") return shown;
  return kind === "added" ? <ins>{shown}</ins> : <del>{shown}</del>;
}
