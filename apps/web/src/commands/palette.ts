/** Everything that the command palette offers. */
import type { App } from "../app.ts";
import { EXAMPLES } from "../examples/index.ts";
import { selectedPipeline } from "../state/selected.ts";
import { clearSamples } from "./clear-samples.ts";
import { resetClock, setHoldEnd, stepClock } from "./clock.ts";
import { duplicateEntry, editEntry, newEntry, shiftEntry } from "./edit-entry.ts";
import { copyConfig, exportFile } from "./export-file.ts";
import { formatText } from "./format-text.ts";
import { openExample } from "./open-example.ts";
import { runPreview } from "./run-preview.ts";
import { selectStage } from "./select-stage.ts";
import { setFilter } from "./set-filter.ts";
import { openDialog, setInspectorTab, setSamplesMode, setTheme, toggleProblems, toggleWrap } from "./settings.ts";
import { undoReplacement } from "./undo-replacement.ts";

export interface PaletteCommand {
  readonly title: string;
  readonly keys?: string;
  run(): void;
}

export function paletteCommands(app: App): PaletteCommand[] {
  const { document, analysis, selection } = app.stores;
  const stages = selectedPipeline(analysis.getState().good, selection.getState().pipelineId)?.stages ?? [];
  const last = document.getState().replaced.at(-1);
  return [
    { title: "Run the preview", keys: "Shift+Enter", run: () => runPreview(app) },
    ...(last === undefined ? [] : [{ title: `Undo: ${last.what}`, run: () => undoReplacement(app) }]),
    { title: "Format the configuration", run: () => void formatText(app) },
    { title: "Import a configuration…", run: () => app.platform.chooseConfigFile() },
    { title: "Download the configuration", run: () => exportFile(app) },
    { title: "Copy the configuration", run: () => void copyConfig(app) },
    ...EXAMPLES.map((example) => ({
      title: `Open the example: ${example.name}`,
      run: () => openExample(app, example),
    })),
    { title: "Entry: new…", run: () => newEntry(app) },
    { title: "Entry: edit…", keys: "E", run: () => editEntry(app, selection.getState().sampleId) },
    { title: "Entry: duplicate", run: () => duplicateEntry(app) },
    { title: "Entry: move up", run: () => shiftEntry(app, -1) },
    { title: "Entry: move down", run: () => shiftEntry(app, 1) },
    { title: "Samples: edit as text", run: () => setSamplesMode(app, "text") },
    { title: "Samples: show as list", run: () => setSamplesMode(app, "list") },
    { title: "Samples: add from a file…", run: () => app.platform.chooseSampleFile() },
    { title: "Samples: remove all", run: () => clearSamples(app) },
    ...clockCommands(app),
    { title: "Show all entries", run: () => setFilter(app, { kind: "all" }) },
    { title: "Show dropped entries", run: () => setFilter(app, { kind: "status", status: "dropped" }) },
    ...stages.map((stage) => ({
      title: `Go to stage ${stage.path}: ${stage.name}`,
      run: () => selectStage(app, stage.path),
    })),
    { title: "Inspect: steps", run: () => setInspectorTab(app, "steps") },
    { title: "Inspect: output", run: () => setInspectorTab(app, "output") },
    { title: "Inspect: metrics", run: () => setInspectorTab(app, "metrics") },
    { title: "Toggle wrapping of long lines", run: () => toggleWrap(app) },
    { title: "Toggle problems", run: () => toggleProblems(app) },
    { title: "Theme: light", run: () => setTheme(app, "light") },
    { title: "Theme: dark", run: () => setTheme(app, "dark") },
    { title: "Theme: as the system", run: () => setTheme(app, "system") },
    { title: "Keyboard shortcuts", keys: "?", run: () => openDialog(app, "help") },
  ];
}

function clockCommands(app: App): PaletteCommand[] {
  const set = { title: "Clock: set the start and the seed…", run: () => openDialog(app, "clock") };
  if (!app.stores.document.getState().holdEnd)
    return [set, { title: "Clock: hold the end of the input", run: () => setHoldEnd(app, true) }];
  return [
    set,
    { title: "Clock: step to the next deadline", keys: "D", run: () => stepClock(app, { kind: "deadline" }) },
    { title: "Clock: let one second pass", run: () => stepClock(app, { kind: "advance", by: "1s" }) },
    { title: "Clock: run to the end", run: () => stepClock(app, { kind: "end" }) },
    { title: "Clock: take all steps back", run: () => resetClock(app) },
    { title: "Clock: end the input behind the last entry", run: () => setHoldEnd(app, false) },
  ];
}

/** Commands whose title holds every word of `query`, in their order. */
export function searchCommands(commands: readonly PaletteCommand[], query: string): PaletteCommand[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
}
