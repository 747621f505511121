/** The source of A or B: the open pipeline, another one, a file, the server, a snapshot. */
import type { Side } from "@sluice/engine";
import { ChevronDown, FileInput } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { type CompareSource, sameSource } from "../../core/model/compare-source.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { type StateInfo, whenOfState } from "../../core/storage/kept-states.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Menu } from "../../ui/menu.tsx";
import * as css from "./compare.module.css";
import type { CompareSession } from "./compare-session.ts";
import { chooseCompared } from "./states.ts";

/** The most pipelines and snapshots that a menu lists. */
const LISTED = 20;

interface SourceMenuProps {
  readonly session: CompareSession;
  readonly side: Side;
  readonly source: CompareSource | null;
}

export function SourceMenu({ session, side, source }: SourceMenuProps) {
  const app = useApp();
  const name = useStore(session.store, ({ texts }) => texts[side]?.name);
  const own = useAppState("document", (state) => state.name);
  const list = useAppState("documents", (state) => state.list);
  const currentId = useAppState("documents", (state) => state.currentId);
  const isServed = useAppState("server", ({ status }) => status === "present");
  const [states, setStates] = useState<readonly StateInfo[]>([]);
  useEffect(() => {
    let wanted = true;
    void app.platform.stateStorage.list(currentId).then((found) => wanted && setStates(found ?? []));
    return () => {
      wanted = false;
    };
  }, [app, currentId]);
  const choice = (label: string, one: CompareSource, detail?: string) => ({
    id: JSON.stringify(one),
    label,
    ...(detail === undefined ? {} : { detail }),
    checked: source !== null && sameSource(source, one),
    run: () => session.choose(side, one),
  });
  const letter = side.toUpperCase();
  const shown = source === null ? "choose…" : source.kind === "now" ? own : (name ?? "…");
  return (
    <Menu
      label={`${letter} ${shown}`}
      className={`${buttonClass()} ${css.source}`}
      items={[
        choice(own, { kind: "now" }, "current version"),
        ...(isServed ? [choice("What the server runs", { kind: "running" })] : []),
        ...list
          .filter(({ id }) => id !== currentId)
          .slice(0, LISTED)
          .map((one) => choice(one.name, { kind: "document", id: one.id, name: one.name }, "pipeline")),
        ...states
          .slice(0, LISTED)
          .map(({ id, label, at }) => choice(label, { kind: "state", id, label }, `snapshot of ${whenOfState(at)}`)),
        ...(source?.kind === "file" ? [choice(source.name, source, "file")] : []),
        {
          label: "A file…",
          separator: true,
          icon: <FileInput size={14} />,
          run: () => void chooseCompared(app).then((file) => file && session.choose(side, file)),
        },
      ]}
    >
      <span className="muted">{letter}</span> <span className="cut">{shown}</span>
      <ChevronDown aria-hidden="true" size={12} />
    </Menu>
  );
}
