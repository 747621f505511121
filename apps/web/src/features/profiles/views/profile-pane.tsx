/** A profile: its facts, its flame graph, its top functions. */
import { visible } from "@sluice/engine";
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { useResolvedTheme } from "../../../core/page/use-derived.ts";
import { formatAmount, formatShare } from "../../../core/text/units.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import * as paneCss from "../../../ui/pane.module.css";
import type { CallTree } from "../reading/call-tree.ts";
import { typeName } from "../reading/combine.ts";
import { bothShares } from "../reading/difference.ts";
import { findFunctions, measureFound } from "../reading/filter.ts";
import { UNZOOMED, zoomInto, zoomOut } from "../reading/flame-layout.ts";
import { type BuiltTree, filesOf, type ProfileSession } from "../sessions/profile-session.ts";
import { FlameGraph } from "./flame-graph.tsx";
import { FrameStrip } from "./frame-strip.tsx";
import { ProfileBar } from "./profile-bar.tsx";
import { ShownFacts, UndrawnFacts } from "./profile-facts.tsx";
import * as css from "./profiles.module.css";
import { TopTable } from "./top-table.tsx";

/** The profile of files. */
export function ProfilePane({ session }: { session: ProfileSession }) {
  const built = useStore(session.store, (state) => state.built);
  const problem = useStore(session.store, (state) => state.problem);
  return (
    <section className={paneCss.pane} aria-label="Profile">
      {problem !== null && (
        <p className={`${controlsCss.note} tone-error`} role="alert">
          {problem}
        </p>
      )}
      {built === null ? (
        problem === null && <NothingShown session={session} />
      ) : (
        <>
          <ShownFacts session={session} built={built} />
          <DrawnProfile session={session} built={built} />
        </>
      )}
    </section>
  );
}

/** A JFR recording, a file that cannot be read, or nothing at all. */
function NothingShown({ session }: { session: ProfileSession }) {
  const opened = useStore(session.store, (state) => state.opened);
  const last = filesOf({ opened }).at(-1);
  if (last === undefined) return <p className={paneCss.empty}>Select a request to see its flame graph.</p>;
  if (last.problem !== undefined)
    return (
      <p className={`${controlsCss.note} tone-error`} role="alert">
        {visible(last.name)}: {last.problem}
      </p>
    );
  if (last.about === undefined)
    return <p className={`${paneCss.empty} ${paneCss.running}`}>Reading {visible(last.name)} …</p>;
  return <UndrawnFacts name={last.name} about={last.about} />;
}

interface DrawnProps {
  readonly session: ProfileSession;
  readonly built: BuiltTree;
  /** Functions in the table at first. */
  readonly rows?: number;
}

/** Flame graph and top functions, with their controls. */
export function DrawnProfile({ session, built, rows = 100 }: DrawnProps) {
  const theme = useResolvedTheme();
  const building = useStore(session.store, (state) => state.building);
  const [search, setSearch] = useState("");
  const [place, setPlace] = useState({ tree: built.tree, trail: UNZOOMED, focused: 0 });
  const [pointed, setPointed] = useState<{ readonly tree: CallTree; readonly node: number | undefined }>();
  const { tree, compared, type } = built;
  // A new tree has different nodes.
  const { trail, focused } = place.tree === tree ? place : { trail: UNZOOMED, focused: 0 };
  const zoomed = trail.at(-1)!;
  const hovered = pointed?.tree === tree ? pointed.node : undefined;
  const totals = useMemo(() => (compared ? bothShares(tree) : tree.totals[0]!), [tree, compared]);
  const found = useMemo(() => findFunctions(tree.functions, search), [tree, search]);
  const column = tree.totals.length - 1;
  const wholes = tree.totals.map((total) => total[0]!);
  const hits = useMemo(
    () => (found === undefined ? undefined : measureFound(tree, found, column)),
    [tree, found, column],
  );
  const zoom = (node: number) => setPlace({ tree, trail: zoomInto(tree, trail, node), focused: node });
  const isEmpty = totals[0] === 0;
  return (
    <>
      <ProfileBar
        session={session}
        built={built}
        search={search}
        onSearch={setSearch}
        zoomed={zoomed}
        onReset={() => zoom(0)}
      >
        {hits !== undefined && (
          <span className="muted small-text" role="status">
            {hits.functions === 0
              ? "no function found"
              : `${hits.functions.toLocaleString("en")} found, ${formatAmount(hits.total, type.unit)}, ${formatShare(hits.total, wholes[column]!)}`}
          </span>
        )}
      </ProfileBar>
      <div className={css.body} aria-busy={building}>
        {isEmpty ? (
          <p className={paneCss.empty}>
            Nothing was measured: {typeName(type)} has no samples here. Choose another sample type or another label.
          </p>
        ) : (
          <>
            <FlameGraph
              tree={tree}
              totals={totals}
              compared={compared}
              found={found}
              zoomed={zoomed}
              focused={focused}
              theme={theme}
              label={`Flame graph of ${built.samples.toLocaleString("en")} samples. Arrow keys move, Enter zooms, Escape zooms out.`}
              onFocus={(node) => setPlace({ tree, trail, focused: node })}
              onZoom={zoom}
              onZoomOut={() => setPlace({ tree, trail: zoomOut(trail), focused: zoomed })}
              onHover={(node) => setPointed({ tree, node })}
            />
            <FrameStrip built={built} node={focused} hovered={hovered} />
            <TopTable
              costs={built.top}
              wholes={wholes}
              compared={compared}
              unit={type.unit}
              rows={rows}
              search={search}
              onFind={setSearch}
            />
          </>
        )}
      </div>
    </>
  );
}
