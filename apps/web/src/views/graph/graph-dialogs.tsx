/** What is chosen from a list in the graph: whom a component forwards to, whom no longer, and what is added. */
import type { GraphNode } from "@sluice/engine";
import { useEffect, useState } from "react";
import { type AddableComponent, findComponents } from "../../domain/find-components.ts";
import { addComponent, connect, disconnect, receiversOf, targetsOf } from "../../workspace/commands/edit-graph.ts";
import { openDialog } from "../../workspace/commands/settings.ts";
import { useApp, useAppState } from "../app-context.ts";
import { ChooseList } from "../choose-list.tsx";
import { Modal } from "../modal.tsx";
import { useDerived } from "../use-derived.ts";

export function GraphDialogs() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog);
  const from = useDerived("graphNode")?.id ?? "";
  const close = () => openDialog(app, "none");
  return (
    <>
      <Modal open={dialog === "connect"} label={`Connect ${from} to`} className="palette" onClose={close}>
        <Components
          label={`Connect ${from} to`}
          nothing="Nothing else here takes what it forwards."
          nodes={targetsOf(app, from)}
          choose={(to) => void connect(app, from, to)}
        />
      </Modal>
      <Modal open={dialog === "disconnect"} label={`Disconnect ${from} from`} className="palette" onClose={close}>
        <Components
          label={`Disconnect ${from} from`}
          nothing="It forwards to nobody."
          nodes={receiversOf(app, from)}
          choose={(to) => void disconnect(app, from, to)}
        />
      </Modal>
      <Modal open={dialog === "component"} label="Add a component" className="palette stage-palette" onClose={close}>
        <Addable />
      </Modal>
    </>
  );
}

interface ComponentsProps {
  readonly label: string;
  readonly nothing: string;
  readonly nodes: readonly GraphNode[];
  choose(id: string): void;
}

function Components({ label, nothing, nodes, choose }: ComponentsProps) {
  const app = useApp();
  return (
    <ChooseList
      label={label}
      listLabel="Components"
      placeholder={`${label}…`}
      nothing={nothing}
      find={(query) => nodes.filter(({ id }) => id.toLowerCase().includes(query.trim().toLowerCase()))}
      keyOf={({ id }) => id}
      choose={({ id }) => {
        openDialog(app, "none");
        choose(id);
      }}
    >
      {({ name, label: own }) => (
        <span className="stage-choice">
          <b>{own}</b>
          <span className="mono muted">{name}</span>
        </span>
      )}
    </ChooseList>
  );
}

function Addable() {
  const app = useApp();
  const [components, setComponents] = useState<readonly AddableComponent[] | null>(null);
  useEffect(() => {
    let gone = false;
    void app.language.addableComponents().then((all) => !gone && setComponents(all));
    return () => {
      gone = true;
    };
  }, [app]);
  return (
    <ChooseList
      label="Search components"
      listLabel="Components that can be added"
      placeholder="Which component? Its name, or what it does"
      nothing={components === null ? "One moment…" : "No component does that."}
      find={(query) => findComponents(components ?? [], query)}
      keyOf={({ name }) => name}
      choose={(component) => {
        openDialog(app, "none");
        void addComponent(app, component);
      }}
    >
      {({ name, alias, summary, code }) => (
        <>
          <span className="stage-choice">
            <b>{name}</b>
            {alias !== undefined && <span className="muted">{alias} in Alloy</span>}
          </span>
          <span>{summary}</span>
          <code className="stage-choice-code mono faint">{code.trimEnd()}</code>
        </>
      )}
    </ChooseList>
  );
}
