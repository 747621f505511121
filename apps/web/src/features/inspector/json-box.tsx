/** A line of JSON laid out, with the changes of a stage by field. Loaded when somebody asks for it. */
import type { ValuePlace } from "@sluice/engine";
import { useMemo } from "react";
import { diffJson, type JsonPart, type JsonRow, layOutJson } from "../../core/text/json-rows.ts";
import { LongText } from "../../ui/value-text.tsx";
import { PointedLine } from "../values/index.ts";
import type { LineDiff } from "./entry-diff.tsx";
import * as css from "./json-box.module.css";

const WORDS = { same: "", added: "added: ", removed: "removed: ", changed: "changed: " } as const;
const SIGNS = { same: " ", added: "+", removed: "−", changed: "~" } as const;

interface JsonBoxProps {
  readonly diff: LineDiff;
  readonly place: ValuePlace | undefined;
}

export default function JsonBox({ diff, place }: JsonBoxProps) {
  const { before, after, changed } = diff;
  const rows = useMemo(
    () => (changed ? (diffJson(before, after) ?? replaced(before, after)) : (layOutJson(after) ?? [])),
    [before, after, changed],
  );
  return (
    <PointedLine line={after} place={place} className={css.rows}>
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <Row key={i} row={row} />
      ))}
    </PointedLine>
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
