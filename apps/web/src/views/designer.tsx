/** The whole page: header, three panes, strips at the bottom, dialogs. */
import { type RefObject, useEffect, useRef } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { setDrawer, setLayout } from "../workspace/commands/settings.ts";
import { findCommand } from "../workspace/commands/table.ts";
import { redo, undo } from "../workspace/commands/undo.ts";
import { useApp, useAppState } from "./app-context.ts";
import { ClockDialog } from "./clock-dialog.tsx";
import { EditorPane } from "./editor-pane.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { Header } from "./header.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { Inspector } from "./inspector.tsx";
import { Notices } from "./notices.tsx";
import { PaletteDialog } from "./palette-dialog.tsx";
import { PasteDialog } from "./paste-dialog.tsx";
import { Problems } from "./problems.tsx";
import { SamplesPane } from "./samples-pane.tsx";
import { StageList } from "./stage-list.tsx";
import { StaleBand } from "./stale-band.tsx";
import { StatusBar } from "./status-bar.tsx";
import { useDerived, useMedia, useResolvedTheme } from "./use-derived.ts";

export function Designer() {
  const app = useApp();
  const theme = useResolvedTheme();
  const wide = useMedia("(min-width: 1280px)");
  const layouts = useAppState("settings", (state) => state.layouts);
  const drawerOpen = useAppState("view", (state) => state.drawerOpen);
  const status = useAppState("preview", (state) => state.status);
  const stale = useDerived("stale");

  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const root = useRef<HTMLDivElement>(null);
  useKeys(root);

  const outer = wide ? "panes" : "panes-narrow";
  return (
    <div ref={root} className="designer" data-busy={status === "running"} data-outdated={stale !== null}>
      <Header />
      <StaleBand />
      <main className="panes">
        <Group
          key={outer}
          id={outer}
          orientation="horizontal"
          defaultLayout={layouts[outer]}
          onLayoutChanged={(layout, meta) => meta.isUserInteraction && setLayout(app, outer, layout)}
        >
          <Panel id="samples" defaultSize={wide ? "19%" : "30%"} minSize={200} collapsible>
            <SamplesPane />
          </Panel>
          <Separator className="separator" aria-label="Resize samples" />
          <Panel id="pipeline" defaultSize={wide ? "49%" : "70%"} minSize={360}>
            <section className="pane" aria-label="Pipeline">
              <Group
                id="pipeline"
                orientation="horizontal"
                defaultLayout={layouts.pipeline}
                onLayoutChanged={(layout, meta) => meta.isUserInteraction && setLayout(app, "pipeline", layout)}
              >
                <Panel id="stages" defaultSize="38%" minSize={160} collapsible>
                  <StageList />
                </Panel>
                <Separator className="separator" aria-label="Resize stages" />
                <Panel id="editor" defaultSize="62%" minSize={200}>
                  <EditorPane theme={theme} />
                </Panel>
              </Group>
            </section>
          </Panel>
          {wide && <Separator className="separator" aria-label="Resize inspection" />}
          {wide && (
            <Panel id="inspection" defaultSize="32%" minSize={300} collapsible>
              <Inspector />
            </Panel>
          )}
        </Group>
        {!wide && drawerOpen && (
          <div className="drawer">
            <Inspector onClose={() => setDrawer(app, false)} />
          </div>
        )}
      </main>
      <Problems />
      <StatusBar wide={wide} />
      <Notices />
      <HelpDialog />
      <PaletteDialog />
      <EntryDialog />
      <ClockDialog />
      <PasteDialog />
    </div>
  );
}

/** Which part of the page has keys of its own there: `data-keys`. */
const scopeOf = (target: HTMLElement): string | undefined => target.closest<HTMLElement>("[data-keys]")?.dataset.keys;

/** Where a text is typed, or keys have a meaning of their own. */
const FIELD = "input, textarea, select, [contenteditable], .monaco-editor, [role=menu]";

/**
 * Runs the commands that keys mean, before anything else hears of them: one undo wherever the focus is. A field whose
 * text is no part of the document yet (`data-own-text`) goes back in that text, as dialogs do.
 */
function useKeys(root: RefObject<HTMLDivElement | null>): void {
  const app = useApp();
  useEffect(() => {
    const isOurs = (target: EventTarget | null): target is HTMLElement =>
      target instanceof HTMLElement &&
      (target === document.body || root.current?.contains(target) === true) &&
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
      if (command === undefined) return;
      const goesBack = command.id === "undo" || command.id === "redo";
      if (goesBack ? hasOwnText(target) : command.when?.(app) === false) return;
      event.preventDefault();
      event.stopPropagation();
      command.run(app);
    };
    // Undo from the browser's own menu.
    const onBeforeInput = (event: InputEvent) => {
      const run = { historyUndo: undo, historyRedo: redo }[event.inputType];
      if (run === undefined || !isOurs(event.target) || hasOwnText(event.target)) return;
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
