/** The whole page: header, three panes, strips at the bottom, dialogs. */
import { useEffect } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { findBinding } from "../commands/keys.ts";
import { setDrawer, setLayout } from "../commands/settings.ts";
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
import { StatusBar } from "./status-bar.tsx";
import { useMedia, useResolvedTheme } from "./use-derived.ts";

export function Designer() {
  const app = useApp();
  const theme = useResolvedTheme();
  const wide = useMedia("(min-width: 1280px)");
  const layouts = useAppState("settings", (state) => state.layouts);
  const drawerOpen = useAppState("view", (state) => state.drawerOpen);
  const status = useAppState("preview", (state) => state.status);

  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || app.stores.view.getState().dialog !== "none") return;
      const target = event.target as HTMLElement;
      const inField =
        target.closest("input, textarea, select, [contenteditable], .monaco-editor, [role=menu]") !== null;
      const binding = findBinding(event, inField);
      if (binding === undefined) return;
      event.preventDefault();
      binding.run(app);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [app]);

  const outer = wide ? "panes" : "panes-narrow";
  return (
    <div
      className="designer"
      data-busy={status === "running"}
      data-outdated={status === "failed" || status === "stopped"}
    >
      <Header />
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
