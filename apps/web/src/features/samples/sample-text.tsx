/** The samples as editable text: plain lines, or JSON lines with all fields of an entry. */

import { formatSamples, type ReadSamples, readSamples, type SampleFormat } from "@sluice/engine";
import { TriangleAlert } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { type SampleEntry, sameEntry } from "../../core/model/samples.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { useFocusRequest } from "../../core/page/use-focus-request.ts";
import { type EditKind, kindOfInput } from "../../core/text/edit-kind.ts";
import { endSentence } from "../../core/text/sentence.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as linedTextCss from "../../ui/lined-text.module.css";
import { goToLine, LinedText } from "../../ui/lined-text.tsx";
import { editSampleText, samplesAsJson } from "./edit-samples.ts";

/** A text and its parsed form: parsed once for each change, since ten thousand lines take a while. */
interface Edited {
  readonly text: string;
  readonly read: ReadSamples;
}

const edited = (text: string, previous?: SampleFormat): Edited => ({ text, read: readSamples(text, { previous }) });
const written = (samples: readonly SampleEntry[]): Edited => edited(formatSamples(samples));
const drafted = (draft: string): Edited => edited(draft, "jsonl");

export function SampleText() {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  const draft = useAppState("document", (state) => state.draft);
  // The field keeps its own text: blank lines and a trailing line end are not entries.
  const [{ text, read }, setEdited] = useState(() => (draft === null ? written(samples) : drafted(draft)));
  const field = useRef<HTMLTextAreaElement>(null);
  const about = useId();

  useFocusRequest("samples", () => field.current?.focus());
  useEffect(() => {
    if (draft !== null) {
      if (draft !== text) setEdited(drafted(draft));
      return;
    }
    const same =
      read.ok &&
      read.entries.length === samples.length &&
      read.entries.every((entry, i) => sameEntry(entry, samples[i]!));
    if (!same) setEdited(written(samples));
  }, [samples, draft, text, read]);

  const edit = (changed: string, previous: SampleFormat, kind?: EditKind) => {
    const now = edited(changed, previous);
    setEdited(now);
    editSampleText(app, changed, { read: now.read, kind });
  };
  const error = read.ok ? undefined : read.error;
  return (
    <>
      <LinedText
        field={field}
        errorLine={error?.line}
        aria-label="Samples, one entry per line"
        aria-describedby={about}
        placeholder="One log line per entry"
        value={text}
        onChange={({ target, nativeEvent }) =>
          edit(target.value, read.format, kindOfInput((nativeEvent as InputEvent).inputType))
        }
      />
      <div id={about} className={linedTextCss.linedAbout}>
        {error === undefined ? (
          <About read={read} onJson={() => edit(samplesAsJson(app), "jsonl")} />
        ) : (
          <span className="tone-error" role="alert">
            <TriangleAlert aria-hidden="true" size={13} />{" "}
            <button type="button" className={controlsCss.link} onClick={() => goToLine(field.current, error.line)}>
              Line {error.line}
            </button>
            : {error.message}. The previous samples stay in use until this is fixed.
          </span>
        )}
      </div>
    </>
  );
}

/** The format that the text is read as, and its first warning. */
function About({ read, onJson }: { read: ReadSamples; onJson: () => void }) {
  const isEmpty = useAppState("document", ({ samples }) => samples.length === 0);
  const warning = read.ok ? read.warnings[0] : undefined;
  if (read.format === "jsonl")
    return (
      <span
        title={
          '{"labels": {…}, "line": "…", "timestamp": RFC 3339 or nanoseconds, "structured_metadata": {…}, "extracted": {…}, "advance": "1s"}'
        }
      >
        {warning === undefined
          ? "JSON lines: line, labels, timestamp, structured_metadata, extracted, advance."
          : endSentence(`Line ${warning.line}: ${warning.message}`)}
      </span>
    );
  if (read.format === "push")
    return (
      <span>{warning === undefined ? "JSON as in Loki's push and query API." : endSentence(warning.message)}</span>
    );
  return (
    <>
      <span>Plain lines, one entry each.</span>
      <button
        type="button"
        className={controlsCss.link}
        disabled={isEmpty}
        title="Write them as JSON lines, which can hold labels, metadata and times"
        onClick={onJson}
      >
        As JSON lines
      </button>
    </>
  );
}
