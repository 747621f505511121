/** What can be done with the selected entry. */
import { ArrowDown, ArrowUp, CopyPlus, Pencil, Trash2 } from "lucide-react";
import { selectedSample } from "../domain/selected.ts";
import { duplicateEntry, editEntry, removeEntry, shiftEntry } from "../workspace/commands/edit-entry.ts";
import { tooltip } from "../workspace/commands/table.ts";
import { useApp, useAppState } from "./app-context.ts";

export function EntryActions() {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  const sampleId = useAppState("selection", (state) => state.sampleId);
  const selected = selectedSample(samples, sampleId);
  if (selected === undefined) return null;
  const { sample, index } = selected;
  const actions = [
    { id: "entry.duplicate", label: "Duplicate", Icon: CopyPlus, run: () => duplicateEntry(app), disabled: false },
    {
      id: "entry.up",
      label: "Move up",
      Icon: ArrowUp,
      run: () => shiftEntry(app, -1),
      disabled: index === 0,
    },
    {
      id: "entry.down",
      label: "Move down",
      Icon: ArrowDown,
      run: () => shiftEntry(app, 1),
      disabled: index === samples.length - 1,
    },
    {
      id: "entry.remove",
      label: "Delete",
      Icon: Trash2,
      run: () => removeEntry(app, sample.id),
      disabled: false,
    },
  ] as const;
  return (
    <div className="entry-actions" role="toolbar" aria-label={`Entry ${index + 1}`}>
      <span className="faint">Entry {index + 1}</span>
      <button
        type="button"
        className="button small"
        title={tooltip(app, "entry.edit", "Edit")}
        onClick={() => editEntry(app, sample.id)}
      >
        <Pencil aria-hidden="true" size={12} /> Edit
      </button>
      {actions.map(({ id, label, Icon, run, disabled }) => (
        <button
          key={id}
          type="button"
          className="button icon-button small"
          aria-label={`${label} entry ${index + 1}`}
          title={tooltip(app, id, label)}
          disabled={disabled}
          onClick={run}
        >
          <Icon aria-hidden="true" size={13} />
        </button>
      ))}
    </div>
  );
}
