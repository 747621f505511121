import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserPlatform } from "./app/workspace/platform.ts";
import { keepPresses } from "./core/page/press.ts";
import "./app/index.css";
import "./app/sheets.ts";
import { PlaceFollower } from "./app/places/follow-place.ts";
import { COMMANDS } from "./app/table.ts";
import { loadInitialState } from "./app/workspace/initial-state.ts";
import { Workspace } from "./app/workspace/workspace.ts";
import { WorkspaceView } from "./app/workspace-view.tsx";
import { loadResources } from "./core/page/choose-resource.ts";
import { pollServer } from "./core/page/poll-server.ts";
import { openSharedLink } from "./features/share/open-shared.ts";

const platform = createBrowserPlatform();
const workspace = new Workspace(platform, await loadInitialState(platform), COMMANDS);

workspace.start();
void loadResources(workspace.app);
addEventListener("pagehide", () => {
  // A field that takes its text when the focus leaves takes it now.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  places.leave();
  workspace.leave();
});
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") void workspace.flush();
  else void workspace.catchUp();
});
const openLink = () => void openSharedLink(workspace.app);
openLink();
addEventListener("hashchange", openLink);
const places = new PlaceFollower(workspace);
places.start();
pollServer(workspace.app, () => workspace.access.status(), platform.isVisible);
keepPresses(document);

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <WorkspaceView workspace={workspace} />
  </StrictMode>,
);
