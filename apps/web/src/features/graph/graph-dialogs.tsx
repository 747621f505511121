/** What is chosen from a list in the graph: whom a component forwards to, whom no longer, and what is added. */
import type { GraphNode } from "@sluice/engine";
import type { App } from "../../core/page/app.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { openDialog } from "../../core/page/settings.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { findComponents } from "../../core/workers/find-components.ts";
import { AddableList } from "../../ui/addable-list.tsx";
import { ChooseList } from "../../ui/choose-list.tsx";
import { Modal } from "../../ui/modal.tsx";
import { addComponent, connect, disconnect, receiversOf, targetsOf } from "./edit-graph.ts";

const loadComponents = (app: App) => app.language.addableComponents();

export function GraphDialogs() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog);
  const from = useDerived("graphNode")?.id ?? "";
  const close = () => openDialog(app, "none");
  return (
    <>
      <Modal open={dialog === "connect"} label={`Connect ${from} to`} onClose={close}>
        <Components
          label={`Connect ${from} to`}
          nothing="Nothing else here takes what it forwards."
          nodes={targetsOf(app, from)}
          choose={(to) => void connect(app, from, to)}
        />
      </Modal>
      <Modal open={dialog === "disconnect"} label={`Disconnect ${from} from`} onClose={close}>
        <Components
          label={`Disconnect ${from} from`}
          nothing="It forwards to nothing."
          nodes={receiversOf(app, from)}
          choose={(to) => void disconnect(app, from, to)}
        />
      </Modal>
      <Modal open={dialog === "component"} label="Add a component" size="palette" onClose={close}>
        <AddableList
          what="component"
          load={loadComponents}
          find={findComponents}
          choose={(component) => {
            close();
            void addComponent(app, component);
          }}
          beside={({ alias }) => alias !== undefined && <span className="muted">{alias} in Alloy</span>}
        />
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
        <span className="palette-item-head">
          <b>{own}</b>
          <span className="mono muted">{name}</span>
        </span>
      )}
    </ChooseList>
  );
}
