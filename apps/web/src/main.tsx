import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createApp } from "./app.ts";
import { loadResources } from "./commands/choose-resource.ts";
import { pollServer } from "./commands/poll-server.ts";
import { EXAMPLES } from "./examples/index.ts";
import { initialState } from "./persistence/initial-state.ts";
import { remember } from "./persistence/remember.ts";
import { browserPlatform, browserStorage, fetchStatus } from "./platform.ts";
import { followDocument } from "./preview/follow-document.ts";
import "./styles/index.css";
import { AppContext } from "./views/app-context.ts";
import { Designer } from "./views/designer.tsx";

const storage = browserStorage();
const app = createApp(browserPlatform, initialState(storage, EXAMPLES[0]));

followDocument(app);
void loadResources(app);
const flush = remember(app, storage);
addEventListener("pagehide", flush);
addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flush());
pollServer(app, fetchStatus, () => document.visibilityState === "visible");

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <AppContext value={app}>
      <Designer />
    </AppContext>
  </StrictMode>,
);
