/** The difference of two texts line by line, with the lines around it; the rest unfolds. */
import type { DiffLine } from "@sluice/engine";
import { useMemo, useState } from "react";
import { counted } from "../core/text/counted.ts";
import { countDiff, type DiffPart, foldDiff } from "../core/text/fold-diff.ts";
import * as diffCss from "./diff.module.css";

const WORDS = { "+": "added", "-": "removed", " ": "unchanged" } as const;

export function DiffView({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  const parts = useMemo(() => foldDiff(lines), [lines]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has nothing else to focus
    <section className={`${diffCss.diff} mono`} aria-label={label} tabIndex={0}>
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their order while the lines do not change
        <Part key={i} part={part} />
      ))}
    </section>
  );
}

function Part({ part: { kind, lines } }: { part: DiffPart }) {
  const [open, setOpen] = useState(false);
  const inner = useMemo(() => (open && kind === "cut" ? foldDiff(lines) : null), [open, kind, lines]);
  if (kind === "shown" || (open && kind === "folded"))
    return lines.map((line) => <Line key={`${line.mark}${line.a}:${line.b}`} line={line} />);
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  if (inner !== null) return inner.map((part, i) => <Part key={i} part={part} />);
  return (
    <button type="button" className={diffCss.fold} onClick={() => setOpen(true)}>
      {kind === "folded" ? counted(lines.length, "unchanged line") : `Show ${counted(lines.length, "more line")}`}
    </button>
  );
}

const Line = ({ line: { mark, text, a, b } }: { line: DiffLine }) => (
  <div className={diffCss.line} data-mark={mark}>
    <span className={diffCss.number}>{mark === "-" ? a + 1 : b + 1}</span>
    <span className={diffCss.mark}>
      {mark}
      {mark !== " " && <span className="visually-hidden">{WORDS[mark]}: </span>}
    </span>
    <span className={diffCss.text}>{text}</span>
  </div>
);

/** `+5 −1`, in words for screen readers. */
export function DiffCount({ lines }: { lines: readonly DiffLine[] }) {
  const { added, removed } = useMemo(() => countDiff(lines), [lines]);
  if (added + removed === 0) return <span className="muted">no difference</span>;
  return (
    <span className={diffCss.count}>
      <span className="tone-good">
        +{added}
        <span className="visually-hidden"> lines</span>
      </span>{" "}
      <span className="tone-error">
        −{removed}
        <span className="visually-hidden"> lines</span>
      </span>
    </span>
  );
}
