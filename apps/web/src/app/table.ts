/** Everything that can be done in the page, once: palette, help, tooltips and keys read this table of the workspace. */

import { restoreGoodText } from "../core/edit/edit-document.ts";
import { copyConfig, exportFile } from "../core/edit/export-file.ts";
import { redo, undo } from "../core/edit/undo.ts";
import type { App } from "../core/page/app.ts";
import { chooseProfiles, goTo } from "../core/page/areas.ts";
import type { Command } from "../core/page/command.ts";
import { openDialog } from "../core/page/dialogs.ts";
import { dismissNotices } from "../core/page/notify.ts";
import {
  editCode,
  focusName,
  setInspectorTab,
  setPipelineView,
  setTheme,
  showCode,
  toggleCosts,
  toggleJsonRows,
  toggleProblems,
  toggleWrap,
} from "../core/page/settings.ts";
import { runPreview } from "../core/run/run-preview.ts";
import { focusSearch, setSamplesMode } from "../core/select/sample-list.ts";
import { setFilter, showAllEntries } from "../core/select/set-filter.ts";
import { CLOCK_COMMANDS } from "../features/clock/clock-commands.ts";
import { formatText } from "../features/code/format-text.ts";
import { setDialect } from "../features/code/set-dialect.ts";
import { STATE_COMMANDS } from "../features/compare/states.ts";
import { SERVER_COMMANDS } from "../features/deploy/server-commands.ts";
import { GRAPH_COMMANDS } from "../features/graph/graph-commands.ts";
import { chooseConfig, reportOf, showImportReport } from "../features/import/import-file.ts";
import { LIVE_COMMANDS } from "../features/live/live-commands.ts";
import { clearSamples } from "../features/samples/edit-entry.ts";
import { ENTRY_COMMANDS } from "../features/samples/entry-commands.ts";
import { SENSITIVE_COMMANDS } from "../features/sensitive/open-sensitive.ts";
import { downloadForAlloy, shareDocument } from "../features/share/hand-on.ts";
import { openTarget } from "../features/share/set-target.ts";
import { moveStageSelection } from "../features/stages/list/move-stage-selection.ts";
import { STAGE_COMMANDS } from "../features/stages/list/stage-commands.ts";
import {
  canTakeProposal,
  focusProposal,
  showProposal,
  takeProposal,
} from "../features/stages/proposal/proposal-actions.ts";
import { TEST_COMMANDS } from "../features/tests/test-commands.ts";
import { startTour } from "../features/tour/start-tour.ts";
import { pointAtLine, shownLine } from "../features/values/from-value.ts";
import { duplicateDocument, newDocument, removeDocument } from "./documents.ts";
import { copyEntryLink } from "./places/copy-link.ts";
import { chooseSamples } from "./take-files.ts";

const undoable = ({ stores }: App) => stores.document.getState().undoable;
const redoable = ({ stores }: App) => stores.document.getState().redoable;

export const COMMANDS = [
  {
    id: "preview.run",
    title: "Run the preview now",
    words: "play execute test",
    keys: ["Shift+Enter"],
    run: (app) => runPreview(app),
  },
  {
    id: "palette",
    title: "Command palette",
    keys: ["Mod+K"],
    everywhere: true,
    run: (app) => openDialog(app, { kind: "palette" }),
  },
  {
    id: "undo",
    title: "Undo",
    about: (app) => undoable(app)?.label ?? null,
    keys: ["Mod+Z"],
    when: (app) => undoable(app) !== null,
    edits: true,
    run: undo,
  },
  {
    id: "redo",
    title: "Redo",
    about: (app) => redoable(app)?.label ?? null,
    keys: ["Mod+Shift+Z", "Mod+Y"],
    when: (app) => redoable(app) !== null,
    edits: true,
    run: redo,
  },
  { id: "document.new", title: "New pipeline", words: "create", edits: true, run: newDocument },
  { id: "document.rename", title: "Rename this pipeline", words: "name", edits: true, run: focusName },
  {
    id: "document.duplicate",
    title: "Duplicate this pipeline",
    words: "copy clone",
    edits: true,
    run: duplicateDocument,
  },
  { id: "document.remove", title: "Remove this pipeline", words: "delete", edits: true, run: removeDocument },
  {
    id: "document.removed",
    title: "Removed pipelines…",
    words: "restore deleted undelete trash bin bring back",
    when: (app) => app.stores.documents.getState().removed.length > 0,
    run: (app) => openDialog(app, { kind: "removed" }),
  },
  ...STATE_COMMANDS,
  ...TEST_COMMANDS,
  { id: "config.format", title: "Format the configuration", words: "prettify fmt", edits: true, run: formatText },
  { id: "config.import", title: "Import a configuration…", words: "open upload file", edits: true, run: chooseConfig },
  {
    id: "config.import-report",
    title: "Show the report of the import",
    words: "promtail not carried over",
    when: (app) => reportOf(app) !== null,
    run: showImportReport,
  },
  {
    id: "document.export",
    title: "Export…",
    words: "download save file alloy bundle",
    run: (app) => openDialog(app, { kind: "export" }),
  },
  { id: "config.download", title: "Download the configuration", words: "export save file", run: exportFile },
  { id: "config.copy", title: "Copy the configuration", words: "export clipboard", run: copyConfig },
  {
    id: "config.alloy",
    title: "Download for Alloy",
    words: "export save file loki names",
    run: (app) => downloadForAlloy(app),
  },
  {
    id: "document.share",
    title: "Share this pipeline…",
    words: "link url bundle send",
    run: (app) => shareDocument(app),
  },
  {
    id: "config.target",
    title: "Set the target…",
    words: "alloy version release compatibility",
    edits: true,
    run: openTarget,
  },
  {
    id: "config.alloy-names",
    title: "Use Alloy's names",
    words: "dialect loki convert components",
    edits: true,
    run: (app) => setDialect(app, "loki"),
  },
  {
    id: "config.sluice-names",
    title: "Use Sluice's names",
    words: "dialect logs convert components",
    edits: true,
    run: (app) => setDialect(app, "logs"),
  },
  {
    id: "config.restore",
    title: "Go back to the last valid configuration",
    words: "revert",
    when: (app) => app.derived.stale()?.kind === "broken",
    edits: true,
    run: restoreGoodText,
  },
  ...ENTRY_COMMANDS,
  {
    id: "entry.link",
    title: "Copy link to this entry",
    words: "address url permalink clipboard",
    when: ({ stores }) => stores.selection.getState().sampleId !== null,
    run: copyEntryLink,
  },
  {
    id: "value.line",
    title: "Create stages from a selection…",
    words: "extract label metadata timestamp drop keep redact count select",
    keys: ["S"],
    when: (app) => shownLine(app) !== undefined,
    edits: true,
    run: pointAtLine,
  },
  {
    id: "offer",
    title: "Go to the proposed stages",
    words: "suggested detected format add",
    keys: ["O"],
    when: (app) => app.stores.proposal.getState().offered,
    edits: true,
    run: focusProposal,
  },
  {
    id: "proposal.take",
    title: "Use the proposed stages",
    words: "take accept suggested detected format add",
    keys: ["U"],
    when: canTakeProposal,
    edits: true,
    run: (app) => takeProposal(app),
  },
  {
    id: "proposal.show",
    title: "Propose a pipeline from the samples",
    words: "suggest stages detect format parse unknown log auto generate",
    when: (app) => app.stores.document.getState().samples.length > 0,
    edits: true,
    run: showProposal,
  },
  { id: "stage.next", title: "Next stage", keys: ["]"], run: (app) => moveStageSelection(app, 1) },
  { id: "stage.previous", title: "Previous stage", keys: ["["], run: (app) => moveStageSelection(app, -1) },
  ...STAGE_COMMANDS,
  { id: "entry.search", title: "Search the entries", words: "find filter samples", keys: ["/"], run: focusSearch },
  {
    id: "samples.text",
    title: "Samples: edit as text",
    words: "type paste lines",
    edits: true,
    run: (app) => setSamplesMode(app, "text"),
  },
  { id: "samples.list", title: "Samples: show as list", run: (app) => setSamplesMode(app, "list") },
  { id: "samples.file", title: "Samples: add from a file…", words: "upload open log", edits: true, run: chooseSamples },
  {
    id: "samples.clear",
    title: "Samples: remove all",
    words: "delete",
    when: (app) => app.stores.document.getState().samples.length > 0,
    edits: true,
    run: clearSamples,
  },
  {
    id: "samples.times",
    title: "Samples: set their times…",
    words: "spacing advance clock lines rate",
    when: (app) => app.stores.document.getState().samples.length > 1,
    edits: true,
    run: (app) => openDialog(app, { kind: "times", edits: true }),
  },
  ...CLOCK_COMMANDS,
  ...SENSITIVE_COMMANDS,
  { id: "filter.all", title: "Show all entries", run: showAllEntries },
  {
    id: "filter.dropped",
    title: "Show dropped entries",
    words: "filter",
    run: (app) => setFilter(app, { kind: "status", status: "dropped" }),
  },
  {
    id: "filter.missed",
    title: "Show entries that a stage missed",
    words: "filter",
    run: (app) => setFilter(app, { kind: "status", status: "missed" }),
  },
  { id: "view.stages", title: "Pipeline: show as stages", keys: ["1"], run: (app) => setPipelineView(app, "stages") },
  {
    id: "view.split",
    title: "Pipeline: show stages and code",
    keys: ["2"],
    run: (app) => setPipelineView(app, "split"),
  },
  {
    id: "view.code",
    title: "Pipeline: show as code",
    words: "edit configuration text editor",
    keys: ["3"],
    run: (app) => editCode(app, "code"),
    press: showCode,
  },
  ...GRAPH_COMMANDS,
  { id: "inspect.stage", title: "Inspect: stage", run: (app) => setInspectorTab(app, "stage") },
  { id: "inspect.output", title: "Inspect: output", run: (app) => setInspectorTab(app, "output") },
  {
    id: "inspect.fields",
    title: "Inspect: fields",
    words: "statistics values cardinality streams volume bytes",
    run: (app) => setInspectorTab(app, "fields"),
  },
  { id: "inspect.metrics", title: "Inspect: metrics", run: (app) => setInspectorTab(app, "metrics") },
  { id: "view.wrap", title: "Toggle wrapping of long lines", run: toggleWrap },
  {
    id: "view.json",
    title: "Toggle layout of JSON lines",
    words: "pretty print format indent fields rows",
    keys: ["L"],
    run: toggleJsonRows,
  },
  { id: "view.problems", title: "Toggle problems", words: "validate check lint errors warnings", run: toggleProblems },
  { id: "view.costs", title: "Toggle costs", words: "price money volume savings streams time", run: toggleCosts },
  { id: "area.design", title: "Go to: Design", everywhere: true, run: (app) => goTo(app, "design") },
  ...SERVER_COMMANDS,
  { id: "area.live", title: "Go to: Live", words: "tap", everywhere: true, run: (app) => goTo(app, "live") },
  ...LIVE_COMMANDS,
  { id: "area.profiles", title: "Go to: Profiles", everywhere: true, run: (app) => goTo(app, "profiles") },
  { id: "profiles.open", title: "Profiles: open files…", everywhere: true, run: chooseProfiles },
  {
    id: "notices.close",
    title: "Close the messages",
    words: "notices toasts dismiss",
    keys: ["M", "Alt+M"],
    everywhere: true,
    when: ({ stores }) => stores.notices.getState().notices.length > 0,
    run: dismissNotices,
  },
  { id: "theme.light", title: "Theme: light", everywhere: true, run: (app) => setTheme(app, "light") },
  { id: "theme.dark", title: "Theme: dark", everywhere: true, run: (app) => setTheme(app, "dark") },
  { id: "theme.system", title: "Theme: follow the system", everywhere: true, run: (app) => setTheme(app, "system") },
  {
    id: "help",
    title: "Keyboard shortcuts and about",
    words: "help keys licences",
    keys: ["?"],
    everywhere: true,
    run: (app) => openDialog(app, { kind: "help" }),
  },
  { id: "tour", title: "Take the tour", words: "learn first steps", everywhere: true, run: startTour },
] as const satisfies readonly Command[];

declare module "../core/page/commands.ts" {
  interface CommandIds extends Record<(typeof COMMANDS)[number]["id"], true> {}
}
