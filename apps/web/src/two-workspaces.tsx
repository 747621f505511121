/** The script of a page for a test: two workspaces beside each other, each with documents of its own. */
import { createRoot } from "react-dom/client";
import { EXAMPLES } from "./examples/index.ts";
import { createBrowserPlatform } from "./platform.ts";
import { memoryStates, memoryText, SharedDocuments } from "./storage/memory-storage.ts";
import { WorkspaceView } from "./views/workspace-view.tsx";
import type { Platform } from "./workspace/app.ts";
import { loadInitialState } from "./workspace/initial-state.ts";
import { Workspace } from "./workspace/workspace.ts";

for (const [i, id] of ["left", "right"].entries()) {
  const platform: Platform = {
    ...createBrowserPlatform(),
    documentStorage: new SharedDocuments().tab(),
    stateStorage: memoryStates(),
    textStorage: memoryText(),
    tabStorage: memoryText(),
  };
  const workspace = new Workspace(platform, await loadInitialState(platform, EXAMPLES[i] ?? EXAMPLES[0]));
  workspace.start();
  createRoot(document.getElementById(id)!).render(<WorkspaceView workspace={workspace} />);
}
