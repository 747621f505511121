/** Commands for a single sample entry. */
import type { App } from "../../core/page/app.ts";
import type { Command } from "../../core/page/command.ts";
import { moveEntry } from "../../core/select/move-entry.ts";
import { clearPatternFilter, groupSamples, hidePattern, showOnlyPattern } from "../../core/select/pattern-list.ts";
import { duplicateEntry, editEntry, newEntry, removeEntry, shiftEntry } from "./edit-entry.ts";

const hasEntry = ({ stores }: App): boolean => stores.selection.getState().sampleId !== null;
/** Whether the filtered list shows it: a key must not delete what the user does not see. */
const isEntryShown = ({ stores, derived }: App): boolean => {
  const { sampleId } = stores.selection.getState();
  if (!derived.isGrouped()) return derived.rows().some(({ sample }) => sample.id === sampleId);
  const { cursor } = stores.patterns.getState();
  return (
    cursor?.sampleId !== sampleId &&
    derived.listItems().some((item) => item.kind === "row" && item.row.sample.id === sampleId)
  );
};
/** The number of the selected entry's pattern. */
const patternNumber = ({ stores }: App): number | undefined =>
  stores.patterns.getState().known?.numbers.get(stores.selection.getState().sampleId ?? -1);
const hasPattern = (app: App): boolean => patternNumber(app) !== undefined;

export const ENTRY_COMMANDS = [
  { id: "entry.next", title: "Next entry", keys: ["J"], run: (app) => moveEntry(app, 1) },
  { id: "entry.previous", title: "Previous entry", keys: ["K"], run: (app) => moveEntry(app, -1) },
  { id: "entry.new", title: "Entry: new…", words: "add create sample", edits: true, run: newEntry },
  {
    id: "entry.edit",
    title: "Entry: edit…",
    words: "change sample",
    keys: ["E"],
    when: hasEntry,
    edits: true,
    run: (app) => editEntry(app, app.stores.selection.getState().sampleId),
  },
  {
    id: "entry.duplicate",
    title: "Entry: duplicate",
    words: "copy clone sample",
    when: hasEntry,
    edits: true,
    run: duplicateEntry,
  },
  {
    id: "entry.up",
    title: "Entry: move up",
    keys: ["Alt+ArrowUp"],
    scope: "samples",
    when: hasEntry,
    edits: true,
    run: (app) => shiftEntry(app, -1),
  },
  {
    id: "entry.down",
    title: "Entry: move down",
    keys: ["Alt+ArrowDown"],
    scope: "samples",
    when: hasEntry,
    edits: true,
    run: (app) => shiftEntry(app, 1),
  },
  {
    id: "entry.remove",
    title: "Entry: delete",
    words: "remove sample",
    keys: ["Delete"],
    scope: "samples",
    when: isEntryShown,
    edits: true,
    run: (app) => removeEntry(app, app.stores.selection.getState().sampleId ?? 0),
  },
  {
    id: "samples.group",
    title: ({ derived }) => (derived.isGrouped() ? "List samples one by one" : "Group samples by pattern"),
    words: "cluster template similar lines fold",
    keys: ["G"],
    when: ({ stores }) => stores.document.getState().samples.length > 1,
    run: (app) => groupSamples(app, !app.derived.isGrouped()),
  },
  {
    id: "pattern.only",
    title: "Show only entries of this pattern",
    words: "filter similar lines like this",
    keys: ["F"],
    when: hasPattern,
    run: (app) => showOnlyPattern(app, patternNumber(app)!),
  },
  {
    id: "pattern.not",
    title: "Hide entries of this pattern",
    words: "filter exclude mute ignore not these similar lines",
    keys: ["I"],
    when: hasPattern,
    run: (app) => hidePattern(app, patternNumber(app)!),
  },
  {
    id: "pattern.all",
    title: "Show all patterns",
    words: "filter clear",
    when: ({ stores }) => stores.patterns.getState().filters.length > 0,
    run: (app) => clearPatternFilter(app),
  },
] as const satisfies readonly Command[];
