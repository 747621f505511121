/**
 * The whole page: header, three panes, the strip at the bottom, dialogs. Below 768 px it shows one pane at a time and
 * only reads. With a fine pointer it only reads below 640 px: a window of 1280 px that is zoomed to 200 % has 640 px
 * and a mouse, and zooming takes nothing away.
 *
 * `Frame` keeps views apart from what changes with every key, so that only views which follow the keys are rendered
 * then.
 */
import { Tooltip } from "@base-ui/react/tooltip";
import { type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { redo, undo } from "../core/edit/undo.ts";
import { isBlank } from "../core/model/document.ts";
import type { App } from "../core/page/app.ts";
import { useApp, useAppState, useDocumentKey } from "../core/page/app-context.ts";
import { leavePlace, showsStart } from "../core/page/areas.ts";
import { isEditing } from "../core/page/dialogs.ts";
import { setReadOnly } from "../core/page/read-only.ts";
import { focusWork, leaveWideGraph, setDrawer } from "../core/page/settings.ts";
import { useDerived, useMedia, useResolvedTheme } from "../core/page/use-derived.ts";
import { CompareArea } from "../features/compare/compare-area.tsx";
import { CostsPlace } from "../features/costs/costs-place.tsx";
import { ImportBand } from "../features/import/import-band.tsx";
import { Inspector } from "../features/inspector/inspector.tsx";
import { LiveArea } from "../features/live/live-area.tsx";
import { ProfilesArea } from "../features/profiles/views/profiles-area.tsx";
import { SamplesPane } from "../features/samples/samples-pane.tsx";
import { SensitiveCount } from "../features/sensitive/sensitive-count.tsx";
import { ProblemPanel } from "../features/stages/list/problems.tsx";
import { TestsArea } from "../features/tests/tests-area.tsx";
import { Tour } from "../features/tour/lazy-tour.tsx";
import { ValueMenus } from "../features/values/value-menu.tsx";
import { FloatHost } from "../ui/float-host.ts";
import { lazyView } from "../ui/lazy-view.tsx";
import { Notices } from "../ui/notices/notices.tsx";
import * as paneCss from "../ui/pane.module.css";
import { StaleBand } from "../ui/stale-band.tsx";
import { Dialogs } from "./dialogs.tsx";
import { findCommand, isHere } from "./find-commands.ts";
import * as css from "./frame.module.css";
import { Header } from "./header.tsx";
import { Panes } from "./panes.tsx";
import { PipelinePane } from "./pipeline-pane.tsx";
import { ReadOnlyBand } from "./read-only-band.tsx";
import { StartPage } from "./start-page.tsx";
import { StatusBar } from "./status-bar.tsx";
import { useIntake } from "./use-intake.ts";

/** Read-only below this size. A wide window zoomed to 200 % is at least 640 px wide and has a mouse, so it can edit. */
const READ_ONLY = "(max-width: 639.98px), (max-width: 767.98px) and (pointer: coarse)";

const LostPlace = lazyView("The page", () => import("./places/lost-place.tsx"));

export function Designer() {
  const app = useApp();
  const document = useDocumentKey();
  const theme = useResolvedTheme();
  const area = useAppState("area", (state) => state.area);
  const lost = useAppState("area", (state) => state.lost);
  const empty = useAppState("document", isBlank);
  const blank = useAppState("view", (state) => showsStart(state, empty));
  const shows = useAppState("view", (state) => state.shows);
  const small = useMedia("(max-width: 767px)");
  const wide = useMedia("(min-width: 1280px)");
  const [host, setHost] = useState<HTMLElement | null>(null);
  const noRoom = useMedia(READ_ONLY);
  // Ends an edit in a dialog first: a device may have been turned.
  const editing = useAppState("view", isEditing);

  // Must run before anything reads colours to draw with them.
  useLayoutEffect(() => {
    window.document.documentElement.dataset.theme = theme;
  }, [theme]);
  useLayoutEffect(() => setReadOnly(app, noRoom && !editing), [app, noRoom, editing]);
  // The panes replace the element that had the focus.
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
          {lost !== null ? (
            <Suspense>
              <LostPlace lost={lost} />
            </Suspense>
          ) : area === "profiles" ? (
            <ProfilesArea />
          ) : area === "live" ? (
            <LiveArea />
          ) : shows === "comparison" ? (
            <CompareArea key={document} />
          ) : shows === "tests" ? (
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
              <Tour />
              <ValueMenus>{small ? <OnePane theme={theme} /> : <Panes theme={theme} wide={wide} />}</ValueMenus>
              <CostsPlace />
              <ProblemPanel />
              <StatusBar drawer={!wide && !small} />
            </>
          )}
          <Notices />
          <Dialogs />
        </Frame>
      </Tooltip.Provider>
      <section ref={setHost} aria-label="Menus and hints" />
    </FloatHost>
  );
}

/** Marks the whole page while a run is on, and while results are outdated, without rendering its content again. */
function Frame({ children }: { children: ReactNode }) {
  const status = useAppState("preview", (state) => state.status);
  const stale = useDerived("stale");
  const root = useRef<HTMLDivElement>(null);
  useKeys(root);
  useIntake(root);
  return (
    <div
      ref={root}
      className={css.designer}
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
  return running && <div className={css.runBar} aria-hidden="true" />;
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
      <main className={paneCss.panes}>
        {pane === "Samples" && (
          <SamplesPane key={document}>
            <SensitiveCount />
          </SamplesPane>
        )}
        {pane === "Pipeline" && <PipelinePane theme={theme} />}
        {pane === "Inspector" && <Inspector key={document} />}
      </main>
      <nav className={css.paneTabs} aria-label="Panes">
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

/** The part of the page whose own keys apply: `data-keys`. */
const scopeOf = (target: HTMLElement): string | undefined => target.closest<HTMLElement>("[data-keys]")?.dataset.keys;

/** Elements that take text, or handle keys themselves. */
const FIELD =
  "input:not([type=checkbox]), textarea, select, [contenteditable], .monaco-editor, [role=menu], [role=listbox]:not([data-keys])";

/** What is left with Escape itself, or zooms out. */
const OWN_ESCAPE = `${FIELD}, [role=application]`;

/** Where the graph is shown, its whole width is left first. */
const leavesGraph = (app: App): boolean =>
  app.stores.area.getState().area === "design" && app.stores.view.getState().shows === "panes" && leaveWideGraph(app);

/** A closing dialog keeps the focus for one more frame, and a fast user types past it. */
const CLOSING = "[role=dialog][data-closed]";

/**
 * Runs the commands of keys before any other handler: one undo wherever the focus is. In a field whose text is not part
 * of the document yet (`data-own-text`), and in dialogs, undo applies to that text.
 */
function useKeys(root: RefObject<HTMLDivElement | null>): void {
  const app = useApp();
  useEffect(() => {
    const isOurs = (target: EventTarget | null): target is HTMLElement =>
      target instanceof HTMLElement &&
      (target === document.body || root.current?.contains(target) === true || target.closest(CLOSING) !== null) &&
      app.stores.view.getState().dialog === null;
    const hasOwnText = (target: HTMLElement) => target.closest("[data-own-text=true]") !== null;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || !isOurs(target)) return;
      const pressedIn = { field: target.closest(FIELD) !== null, scope: scopeOf(target) };
      const command = findCommand(app, event, pressedIn);
      if (command === undefined || !isHere(app, command)) return;
      const goesBack = command.id === "undo" || command.id === "redo";
      if (goesBack ? hasOwnText(target) : command.when?.(app) === false) return;
      event.preventDefault();
      event.stopPropagation();
      (command.press ?? command.run)(app);
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
    // Last of all: menus, fields and lists have their own Escape.
    const onEscape = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== "Escape" || event.defaultPrevented || !isOurs(target) || target.closest(OWN_ESCAPE) !== null)
        return;
      if (leavesGraph(app) || leavePlace(app)) event.preventDefault();
    };
    addEventListener("keydown", onKeyDown, { capture: true });
    addEventListener("keydown", onEscape);
    addEventListener("beforeinput", onBeforeInput, { capture: true });
    return () => {
      removeEventListener("keydown", onKeyDown, { capture: true });
      removeEventListener("keydown", onEscape);
      removeEventListener("beforeinput", onBeforeInput, { capture: true });
    };
  }, [app, root]);
}
