/** The samples as editable text, one entry per line. */
import { useEffect, useState } from "react";
import { editSampleText } from "../commands/edit-samples.ts";
import { samplesToText, splitLines } from "../state/samples.ts";
import { useApp, useAppState } from "./app-context.ts";

export function SampleText() {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  // A text may end with a line end that no entry stands for, so the field keeps its own.
  const [text, setText] = useState(() => samplesToText(samples));
  useEffect(() => {
    const lines = splitLines(text);
    if (lines.length !== samples.length || lines.some((line, i) => line !== samples[i]!.line))
      setText(samplesToText(samples));
  }, [samples, text]);
  return (
    <textarea
      className="sample-text mono"
      aria-label="Samples, one entry per line"
      placeholder="One log line per entry"
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      wrap="off"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        editSampleText(app, event.target.value);
      }}
    />
  );
}
