import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserPlatform } from "./platform.ts";
import { keepPresses } from "./press.ts";
import "./styles/index.css";
import { WorkspaceView } from "./views/workspace-view.tsx";
import { loadResources } from "./workspace/commands/choose-resource.ts";
import { openSharedLink } from "./workspace/commands/open-shared.ts";
import { pollServer } from "./workspace/commands/poll-server.ts";
import { loadInitialState } from "./workspace/initial-state.ts";
import { Workspace } from "./workspace/workspace.ts";

const platform = createBrowserPlatform();
const workspace = new Workspace(platform, await loadInitialState(platform));

workspace.start();
void loadResources(workspace.app);
addEventListener("pagehide", () => workspace.leave());
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") void workspace.flush();
  else void workspace.catchUp();
});
const openLink = () => void openSharedLink(workspace.app);
openLink();
addEventListener("hashchange", openLink);
pollServer(workspace.app, () => workspace.access.status(), platform.isVisible);
keepPresses(document);

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <WorkspaceView workspace={workspace} />
  </StrictMode>,
);
