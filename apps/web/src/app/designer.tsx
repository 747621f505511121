/** The whole page: header, three panes, the strip at the bottom, dialogs. */
import { Tooltip } from "@base-ui/react/tooltip";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { redo, undo } from "../core/edit/undo.ts";
import { isBlank } from "../core/model/document.ts";
import { useApp, useAppState, useDocumentKey } from "../core/page/app-context.ts";
import { setReadOnly } from "../core/page/read-only.ts";
import { focusWork, isEditing, setDrawer } from "../core/page/settings.ts";
import { useDerived, useMedia, useResolvedTheme } from "../core/page/use-derived.ts";
import { CompareArea } from "../features/compare/compare-area.tsx";
import { StatesDialog } from "../features/compare/states-dialog.tsx";
import { ServerDialogs } from "../features/deploy/server-dialogs.tsx";
import { ImportBand } from "../features/import/import-band.tsx";
import { Inspector } from "../features/inspector/inspector.tsx";
import { CaptureDialog } from "../features/live/capture-dialog.tsx";
import { LiveArea } from "../features/live/live-area.tsx";
import { ProfilesArea } from "../features/profiles/views/profiles-area.tsx";
import { SamplesPane } from "../features/samples/samples-pane.tsx";
import { ProblemPanel } from "../features/stages/list/problems.tsx";
import { StagePalette } from "../features/stages/list/stage-palette.tsx";
import { NewTestDialog, TestsArea } from "../features/tests/tests-area.tsx";
import { TourBand } from "../features/tour/tour-band.tsx";
import { ValueDialog } from "../features/values/value-dialog.tsx";
import { ValueMenus } from "../features/values/value-menu.tsx";
import { FloatHost } from "../ui/float-host.ts";
import { Notices } from "../ui/notices.tsx";
import { StaleBand } from "../ui/stale-band.tsx";
import { DesignDialogs } from "./design-dialogs.tsx";
import { HandOnDialogs } from "./hand-on-dialogs.tsx";
import { Header } from "./header.tsx";
import { PaletteDialog } from "./palette-dialog.tsx";
import { Panes } from "./panes.tsx";
import { PipelinePane } from "./pipeline-pane.tsx";
import { ReadOnlyBand } from "./read-only-band.tsx";
import { StartPage } from "./start-page.tsx";
import { StatusBar } from "./status-bar.tsx";
import { findCommand, isHere } from "./table.ts";
import { useIntake } from "./use-intake.ts";

/** There the page only reads. A wide window that is zoomed to 200 % is not less than 640 px wide, and has a mouse: it edits. */
const READ_ONLY = "(max-width: 639.98px), (max-width: 767.98px) and (pointer: coarse)";

export function Designer() {
  const app = useApp();
  const document = useDocumentKey();
  const theme = useResolvedTheme();
  const area = useAppState("area", (state) => state.area);
  const empty = useAppState("document", isBlank);
  const blank = useAppState("view", (state) => !state.begun) && empty;
  const comparing = useAppState("view", (state) => state.comparing !== null);
  const testing = useAppState("view", (state) => state.testing !== null);
  const small = useMedia("(max-width: 767px)");
  const wide = useMedia("(min-width: 1280px)");
  const [host, setHost] = useState<HTMLElement | null>(null);
  const noRoom = useMedia(READ_ONLY);
  // What is being edited in a dialog is ended first: a device may have been turned.
  const editing = useAppState("view", isEditing);

  // Before whatever reads colours to draw with them.
  useLayoutEffect(() => {
    window.document.documentElement.dataset.theme = theme;
  }, [theme]);
  useLayoutEffect(() => setReadOnly(app, noRoom && !editing), [app, noRoom, editing]);
  // The panes come in place of what had the focus.
  const wasBlank = useRef(blank);
  useEffect(() => {
    if (wasBlank.current && !blank) focusWork(app);
    wasBlank.current = blank;
  }, [app, blank]);

  return (
    <FloatHost value={host}>
      <Tooltip.Provider delay={400}>
        <Frame>
          <Header />
          {area === "profiles" ? (
            <ProfilesArea />
          ) : area === "live" ? (
            <LiveArea />
          ) : comparing ? (
            <CompareArea key={document} />
          ) : testing ? (
            <>
              <TestsArea key={document} />
              <ProblemPanel />
              <StatusBar drawer={false} />
            </>
          ) : blank ? (
            <>
              <ReadOnlyBand />
              <StartPage key={document} />
            </>
          ) : (
            <>
              <RunBar />
              <ReadOnlyBand />
              <StaleBand />
              <ImportBand />
              <TourBand />
              <ValueMenus>{small ? <OnePane theme={theme} /> : <Panes theme={theme} wide={wide} />}</ValueMenus>
              <ProblemPanel />
              <StatusBar drawer={!wide && !small} />
            </>
          )}
          <Notices />
          <PaletteDialog />
          <DesignDialogs />
          <ValueDialog />
          <StagePalette />
          <ServerDialogs />
          <CaptureDialog />
          <StatesDialog />
          <HandOnDialogs />
          <NewTestDialog />
        </Frame>
      </Tooltip.Provider>
      <section ref={setHost} aria-label="Menus and hints" />
    </FloatHost>
  );
}

/** Says for the whole page whether a run is on, and whether results are of another text; what is in it stays as it is then. */
function Frame({ children }: { children: ReactNode }) {
  const status = useAppState("preview", (state) => state.status);
  const stale = useDerived("stale");
  const root = useRef<HTMLDivElement>(null);
  useKeys(root);
  useIntake(root);
  return (
    <div
      ref={root}
      className="designer"
      data-part="designer"
      data-busy={status === "running"}
      data-outdated={stale !== null}
    >
      {children}
    </div>
  );
}

function RunBar() {
  const running = useAppState("preview", (state) => state.status === "running");
  return running && <div className="run-bar" aria-hidden="true" />;
}

const PANES = ["Samples", "Pipeline", "Inspector"] as const;

/** On a small screen one pane at a time; choosing an entry opens the inspector. */
function OnePane({ theme }: { theme: "light" | "dark" }) {
  const app = useApp();
  const document = useDocumentKey();
  const inspecting = useAppState("view", (state) => state.drawerOpen);
  const [chosen, setChosen] = useState<(typeof PANES)[number]>("Samples");
  const pane = inspecting ? "Inspector" : chosen;
  return (
    <>
      <main className="panes">
        {pane === "Samples" && <SamplesPane key={document} />}
        {pane === "Pipeline" && <PipelinePane theme={theme} />}
        {pane === "Inspector" && <Inspector key={document} />}
      </main>
      <nav className="pane-tabs" aria-label="Panes">
        {PANES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={pane === one}
            onClick={() => {
              setChosen(one);
              setDrawer(app, one === "Inspector");
            }}
          >
            {one}
          </button>
        ))}
      </nav>
    </>
  );
}

/** Which part of the page has keys of its own there: `data-keys`. */
const scopeOf = (target: HTMLElement): string | undefined => target.closest<HTMLElement>("[data-keys]")?.dataset.keys;

/** Where a text is typed, or keys have a meaning of their own. */
const FIELD =
  "input, textarea, select, [contenteditable], .monaco-editor, [role=menu], [role=listbox]:not([data-keys])";

/** A dialog that is about to go has the focus for one more frame; who types fast is past it. */
const CLOSING = ".modal[data-closed]";

/**
 * Runs the commands that keys mean, before anything else hears of them: one undo wherever the focus is. A field whose
 * text is not part of the document yet (`data-own-text`) goes back in that text, as dialogs do.
 */
function useKeys(root: RefObject<HTMLDivElement | null>): void {
  const app = useApp();
  useEffect(() => {
    const isOurs = (target: EventTarget | null): target is HTMLElement =>
      target instanceof HTMLElement &&
      (target === document.body || root.current?.contains(target) === true || target.closest(CLOSING) !== null) &&
      app.stores.view.getState().dialog === "none";
    const hasOwnText = (target: HTMLElement) => target.closest("[data-own-text=true]") !== null;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || !isOurs(target)) return;
      const command = findCommand(
        event,
        { field: target.closest(FIELD) !== null, scope: scopeOf(target) },
        app.platform.mac,
      );
      if (command === undefined || !isHere(app, command)) return;
      const goesBack = command.id === "undo" || command.id === "redo";
      if (goesBack ? hasOwnText(target) : command.when?.(app) === false) return;
      event.preventDefault();
      event.stopPropagation();
      command.run(app);
    };
    // Undo from the browser's own menu.
    const onBeforeInput = (event: InputEvent) => {
      const run = { historyUndo: undo, historyRedo: redo }[event.inputType];
      if (
        run === undefined ||
        app.stores.area.getState().area !== "design" ||
        !isOurs(event.target) ||
        hasOwnText(event.target)
      )
        return;
      event.preventDefault();
      run(app);
    };
    addEventListener("keydown", onKeyDown, { capture: true });
    addEventListener("beforeinput", onBeforeInput, { capture: true });
    return () => {
      removeEventListener("keydown", onKeyDown, { capture: true });
      removeEventListener("beforeinput", onBeforeInput, { capture: true });
    };
  }, [app, root]);
}
