/** The script of a page for a test: two workspaces beside each other, each with documents and a table of commands of its own. */
import { createRoot } from "react-dom/client";
import { COMMANDS } from "./app/table.ts";
import { loadInitialState } from "./app/workspace/initial-state.ts";
import { createBrowserPlatform } from "./app/workspace/platform.ts";
import { Workspace } from "./app/workspace/workspace.ts";
import { WorkspaceView } from "./app/workspace-view.tsx";
import type { Platform } from "./core/page/app.ts";
import type { Command } from "./core/page/command.ts";
import { memoryStates, memoryText, SharedDocuments } from "./core/storage/memory-storage.ts";
import { EXAMPLES } from "./features/examples/examples.ts";

/** The right one has its palette on another key. */
const TABLES: readonly (readonly Command[])[] = [
  COMMANDS,
  COMMANDS.map((command) => (command.id === "palette" ? { ...command, keys: ["Mod+J"] } : command)),
];

for (const [i, id] of ["left", "right"].entries()) {
  const platform: Platform = {
    ...createBrowserPlatform(),
    documentStorage: new SharedDocuments().tab(),
    stateStorage: memoryStates(),
    textStorage: memoryText(),
    tabStorage: memoryText(),
  };
  const workspace = new Workspace(
    platform,
    await loadInitialState(platform, EXAMPLES[i] ?? EXAMPLES[0]),
    TABLES[i] ?? COMMANDS,
  );
  workspace.start();
  createRoot(document.getElementById(id)!).render(<WorkspaceView workspace={workspace} />);
}
