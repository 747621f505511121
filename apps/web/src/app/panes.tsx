/** Three panes side by side. They are dragged and collapsed, and each range of widths remembers its own sizes. */
import { PanelLeftOpen, PanelRightOpen } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Group, Panel, Separator, usePanelRef } from "react-resizable-panels";
import { useApp, useAppState, useDocumentKey } from "../core/page/app-context.ts";
import { setDrawer, setLayout } from "../core/page/settings.ts";
import { useMedia } from "../core/page/use-derived.ts";
import { Inspector } from "../features/inspector/inspector.tsx";
import { SamplesPane } from "../features/samples/samples-pane.tsx";
import { SensitiveCount } from "../features/sensitive/sensitive-count.tsx";
import * as paneCss from "../ui/pane.module.css";
import { IconButton } from "../ui/tip.tsx";
import * as css from "./frame.module.css";
import { PipelinePane } from "./pipeline-pane.tsx";

/** Pixels of a pane that is opened from its rail. */
const REOPENED = 400;
/** Pixels of a collapsed pane: room for one button. */
const RAIL = 40;

/** `wide`: there is room for three; else the inspector is a drawer over the others, and the samples begin as a rail. */
export function Panes({ theme, wide }: { theme: "light" | "dark"; wide: boolean }) {
  const app = useApp();
  const document = useDocumentKey();
  const layouts = useAppState("settings", (state) => state.layouts);
  const drawerOpen = useAppState("view", (state) => state.drawerOpen);
  const samples = useAppState("document", (state) => state.samples.length);
  const view = useAppState("settings", (state) => state.pipelineView);
  const graphWide = useAppState("settings", (state) => state.graphWide);
  // Beside the graph they have nothing to say without samples, and it has much.
  const idle = view === "graph" && (samples === 0 || graphWide);
  const slim = useMedia("(max-width: 1360px)");
  const large = useMedia("(min-width: 1800px)");
  const group = !wide ? "panes-narrow" : slim ? "panes-slim" : large ? "panes-large" : "panes";
  return (
    <main className={paneCss.panes}>
      <Group
        key={group}
        id={group}
        orientation="horizontal"
        defaultLayout={layouts[group]}
        onLayoutChanged={(layout, meta) => meta.isUserInteraction && setLayout(app, group, layout)}
      >
        <SidePane id="samples" name="Samples" size={wide ? "36%" : RAIL} least={200} idle={idle}>
          <SamplesPane key={document}>
            <SensitiveCount />
          </SamplesPane>
        </SidePane>
        <Separator className={paneCss.separator} aria-label="Resize samples" />
        <Panel id="pipeline" minSize={320}>
          <PipelinePane theme={theme} />
        </Panel>
        {wide && <Separator className={paneCss.separator} aria-label="Resize the inspector" />}
        {wide && (
          <SidePane id="inspection" name="Inspector" size={slim ? "32%" : "30%"} least={320} idle={idle}>
            <Inspector key={document} />
          </SidePane>
        )}
      </Group>
      {!wide && drawerOpen && (
        <div className={css.drawer}>
          <Inspector key={document} onClose={() => setDrawer(app, false)} />
        </div>
      )}
    </main>
  );
}

interface SidePaneProps {
  readonly id: "samples" | "inspection";
  readonly name: string;
  readonly size: number | string;
  readonly least: number;
  /** It has nothing to show, or the graph has its room: it is a rail meanwhile. */
  readonly idle: boolean;
  readonly children: ReactNode;
}

/** A pane at the side, which collapses to a rail with its name. */
function SidePane({ id, name, size, least, idle, children }: SidePaneProps) {
  const panel = usePanelRef();
  const [collapsed, setCollapsed] = useState(size === RAIL);
  const gaveWay = useRef(false);
  useEffect(() => {
    const { current } = panel;
    if (current === null) return;
    if (idle && !current.isCollapsed()) {
      gaveWay.current = true;
      current.collapse();
    } else if (!idle && gaveWay.current) {
      gaveWay.current = false;
      if (current.isCollapsed()) current.expand();
    }
  }, [idle, panel]);
  return (
    <Panel
      id={id}
      panelRef={panel}
      defaultSize={size}
      minSize={least}
      collapsible
      collapsedSize={RAIL}
      onResize={({ inPixels }) => setCollapsed(inPixels <= RAIL + 1)}
    >
      {collapsed ? (
        <Rail id={id} name={name} onOpen={() => panel.current?.resize(Math.max(least, REOPENED))} />
      ) : (
        children
      )}
    </Panel>
  );
}

function Rail({ id, name, onOpen }: Pick<SidePaneProps, "id" | "name"> & { onOpen: () => void }) {
  return (
    <section className={paneCss.rail} aria-label={name}>
      <IconButton
        label={`Open ${name.toLowerCase()}`}
        Icon={id === "samples" ? PanelLeftOpen : PanelRightOpen}
        onClick={onOpen}
      />
      <span className={paneCss.railName}>{name}</span>
    </section>
  );
}
