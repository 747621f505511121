/** Texts of log entries: hidden characters visible, long ones cut in the middle with a way to see all. */
import { useState } from "react";
import { cutMiddle, LINE_FEED, toVisible } from "../domain/inspect/visible-text.ts";

/** `breaks`: lines of the text stand below each other, as its place allows. */
export function VisibleText({ text, breaks = false }: { text: string; breaks?: boolean }) {
  return toVisible(text).map((part, i) =>
    part.kind === "text" ? (
      part.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
      <span key={i} className="hidden-character" title={part.title}>
        {part.text}
        {breaks && part.title === LINE_FEED && "\n"}
      </span>
    ),
  );
}

/** A text of at most `limit` characters, and a button for the rest. */
export function LongText({ text, limit = 400 }: { text: string; limit?: number }) {
  const [all, setAll] = useState(false);
  const cut = cutMiddle(text, limit);
  if (all || cut.omitted === 0) return <VisibleText text={text} breaks />;
  return (
    <>
      <VisibleText text={cut.head} breaks />
      <button type="button" className="more" onClick={() => setAll(true)} title="Show all">
        … {cut.omitted.toLocaleString("en")} more …
      </button>
      <VisibleText text={cut.tail} breaks />
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
