/** Texts of log entries: hidden characters are visible, long texts are cut in the middle with a button to show all. */
import type { Pattern } from "@sluice/engine";
import { useState } from "react";
import { cutMiddle, LINE_FEED, toVisible } from "../core/text/visible-text.ts";
import * as controlsCss from "./controls.module.css";

interface TextProps {
  readonly text: string;
  /** Shows the lines of the text one below the other. */
  readonly breaks?: boolean;
  /** The offset of the text in a line with selectable parts. */
  readonly from?: number | undefined;
}

export function VisibleText({ text, breaks = false, from }: TextProps) {
  let at = from ?? 0;
  return toVisible(text).map((part, i) => {
    const own = at;
    at += part.kind === "text" ? part.text.length : 1;
    if (part.kind === "text")
      return from === undefined ? (
        part.text
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
        <span key={i} data-from={own}>
          {part.text}
        </span>
      );
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
        key={i}
        className="hidden-character"
        title={part.title}
        {...(from === undefined ? {} : { "data-from": own, "data-length": 1 })}
      >
        {part.text}
        {breaks && part.title === LINE_FEED && "\n"}
      </span>
    );
  });
}

/** A text of at most `limit` characters, and a button for the rest. */
export function LongText({ text, limit = 400, from }: { text: string; limit?: number; from?: number | undefined }) {
  const [all, setAll] = useState(false);
  const cut = cutMiddle(text, limit);
  if (all || cut.omitted === 0) return <VisibleText text={text} breaks from={from} />;
  return (
    <>
      <VisibleText text={cut.head} breaks from={from} />
      <button type="button" className={controlsCss.more} onClick={() => setAll(true)} title="Show all">
        … {cut.omitted.toLocaleString("en")} more …
      </button>
      <VisibleText
        text={cut.tail}
        breaks
        from={from === undefined ? undefined : from + text.length - cut.tail.length}
      />
    </>
  );
}

/** A sentence of the engine with its values set as code. */
export function Sentence({ parts }: { parts: readonly { kind: "text" | "code"; text: string }[] }) {
  return parts.map((part, i) =>
    part.kind === "code" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
      <code key={i}>
        <VisibleText text={part.text} />
      </code>
    ) : (
      part.text
    ),
  );
}

/** The most characters that are shown of a template. */
const SHOWN_OF_TEMPLATE = 400;

/** The template of a pattern: its constant text, and a mark for each part that varies. */
export function PatternText({ pattern: { pieces, parts } }: { pattern: Pick<Pattern, "pieces" | "parts"> }) {
  let room = SHOWN_OF_TEMPLATE;
  return pieces.map((piece, i) => {
    if (room <= 0) return null;
    const text = typeof piece === "string" ? piece.slice(0, room) : parts[piece]!.name;
    room -= text.length;
    return typeof piece === "string" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity
      <VisibleText key={i} text={text} />
    ) : (
      <span key={text} className="pattern-part">
        {text}
      </span>
    );
  });
}
