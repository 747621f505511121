/** Actions for the selected entry. */
import { ArrowDown, ArrowUp, CopyPlus, Ellipsis, FlaskConical, Pencil, Trash2 } from "lucide-react";
import { selectedSample } from "../../core/model/selected.ts";
import { useApp, useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { tooltip } from "../../core/page/commands.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Menu } from "../../ui/menu.tsx";
import * as paneCss from "../../ui/pane.module.css";
import { Tip } from "../../ui/tip.tsx";
import { duplicateEntry, editEntry, removeEntry, shiftEntry } from "./edit-entry.ts";
import { RowValuesMenu } from "./row-values.tsx";
import * as css from "./samples.module.css";

export function EntryActions() {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  const sampleId = useAppState("selection", (state) => state.sampleId);
  const selected = selectedSample(samples, sampleId);
  const readOnly = useReadOnly();
  if (selected === undefined || readOnly)
    return (
      <div className={`${paneCss.paneFoot} ${css.foot}`}>
        <RowValuesMenu />
      </div>
    );
  const { sample, index } = selected;
  const at = `entry ${index + 1}`;
  return (
    <div className={`${paneCss.paneFoot} ${css.foot}`} role="toolbar" aria-label={`Entry ${index + 1}`}>
      <RowValuesMenu />
      <Tip text={tooltip(app, "entry.edit", "Edit")}>
        <button
          type="button"
          className={buttonClass("quiet", "icon", "small")}
          aria-label="Edit"
          onClick={() => editEntry(app, sample.id)}
        >
          <Pencil aria-hidden="true" size={14} />
        </button>
      </Tip>
      <Menu
        label={`More for ${at}`}
        align="end"
        className={buttonClass("quiet", "icon", "small")}
        items={[
          { label: `Duplicate ${at}`, icon: <CopyPlus size={14} />, run: () => duplicateEntry(app) },
          {
            label: `Move ${at} up`,
            icon: <ArrowUp size={14} />,
            disabled: index === 0,
            run: () => shiftEntry(app, -1),
          },
          {
            label: `Move ${at} down`,
            icon: <ArrowDown size={14} />,
            disabled: index === samples.length - 1,
            run: () => shiftEntry(app, 1),
          },
          {
            label: `Create a test from ${at}…`,
            icon: <FlaskConical size={14} />,
            run: () => openDialog(app, { kind: "test", edits: true }),
          },
          { label: `Delete ${at}`, icon: <Trash2 size={14} />, run: () => removeEntry(app, sample.id) },
        ]}
      >
        <Ellipsis aria-hidden="true" size={14} />
      </Menu>
    </div>
  );
}
