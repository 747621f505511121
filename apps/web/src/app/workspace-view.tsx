import { useStore } from "zustand";
import { AppContext } from "../core/page/app-context.ts";
import { Designer } from "./designer.tsx";
import type { Workspace } from "./workspace/workspace.ts";

/** The page, with whichever document is open. */
export function WorkspaceView({ workspace }: { workspace: Workspace }) {
  const app = useStore(workspace.current, (state) => state.app);
  return (
    <AppContext value={app}>
      <Designer />
    </AppContext>
  );
}
