/** Edits one sample entry: line, labels, structured metadata and times. */
import { useState } from "react";
import { selectedSample } from "../../core/model/selected.ts";
import { useApp } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { formatKeys, matchesKeys } from "../../core/page/key-chord.ts";
import * as dialogCss from "../../ui/dialog.module.css";
import { FormField, MonoInput } from "../../ui/form-field.tsx";
import { ModalForm } from "../../ui/modal.tsx";
import { saveEntry } from "./edit-entry.ts";
import { draftOf, type EntryDraft, readDraft } from "./entry-draft.ts";

const FIELDS: readonly {
  readonly name: Exclude<keyof EntryDraft, "line">;
  readonly label: string;
  readonly placeholder: string;
  readonly hint: string;
}[] = [
  {
    name: "labels",
    label: "Labels",
    placeholder: 'level="info"',
    hint: "Added to the labels of every sample. One of the same name is overridden.",
  },
  {
    name: "metadata",
    label: "Structured metadata",
    placeholder: 'trace_id="ba25c0ffee17"',
    hint: "Sent with the entry; not part of its stream.",
  },
  {
    name: "timestamp",
    label: "Timestamp",
    placeholder: "when it is sent",
    hint: "RFC 3339. Leave empty for the virtual time at which it is sent.",
  },
  {
    name: "advance",
    label: "Time since the previous entry",
    placeholder: "0s",
    hint: "A duration such as 500ms or 1m30s, which passes on the virtual clock.",
  },
];

export function EntryForm() {
  const app = useApp();
  // The edited entry stays the same while the dialog is open.
  const [selected] = useState(() =>
    selectedSample(app.stores.document.getState().samples, app.stores.selection.getState().sampleId),
  );
  const [draft, setDraft] = useState<EntryDraft>(() => draftOf(selected?.sample ?? { line: "" }));
  const read = readDraft(draft);
  const close = () => closeDialog(app);
  const save = () => {
    if (!read.ok || selected === undefined) return;
    saveEntry(app, selected.sample.id, read.content);
    close();
  };
  const lines = draft.line.split("\n").length;
  return (
    <ModalForm
      title={`Entry ${(selected?.index ?? 0) + 1}`}
      submit="Save"
      ready={read.ok}
      note={<span className="faint">{formatKeys("Mod+Enter", app.platform.mac)} saves</span>}
      onSubmit={save}
      onClose={close}
      onKeyDown={(event) => {
        if (!matchesKeys("Mod+Enter", event, app.platform.mac)) return;
        event.preventDefault();
        save();
      }}
    >
      <FormField label="Line" hint={lines > 1 ? `One entry of ${lines} lines.` : "Several lines are one entry."}>
        {(ids) => (
          <textarea
            {...ids}
            data-first
            className="mono"
            rows={Math.min(12, Math.max(3, lines))}
            spellCheck={false}
            wrap="off"
            value={draft.line}
            onChange={(event) => setDraft({ ...draft, line: event.target.value })}
          />
        )}
      </FormField>
      <div className={dialogCss.formGrid}>
        {FIELDS.map(({ name, label, placeholder, hint }) => (
          <FormField key={name} label={label} hint={hint} problem={read.ok ? undefined : read.problems[name]}>
            {(ids) => (
              <MonoInput
                {...ids}
                placeholder={placeholder}
                value={draft[name]}
                onText={(text) => setDraft({ ...draft, [name]: text })}
              />
            )}
          </FormField>
        ))}
      </div>
    </ModalForm>
  );
}
