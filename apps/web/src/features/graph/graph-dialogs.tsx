/** Dialogs that choose from a list: a component to connect to, to disconnect from, or to add. */
import type { GraphNode } from "@sluice/engine";
import type { App } from "../../core/page/app.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { findComponents } from "../../core/workers/find-components.ts";
import { AddableList } from "../../ui/addable-list.tsx";
import * as chooseListCss from "../../ui/choose-list.module.css";
import { ChooseList } from "../../ui/choose-list.tsx";
import { Modal } from "../../ui/modal.tsx";
import { addComponent, connect, disconnect, receiversOf, targetsOf } from "./edit-graph.ts";
import { useSelectedNode } from "./use-selected-node.ts";

const loadComponents = (app: App) => app.language.addableComponents();

export function GraphDialogs() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog?.kind);
  const from = useSelectedNode()?.id ?? "";
  const close = () => closeDialog(app);
  return (
    <>
      <Modal open={dialog === "connect"} label={`Connect ${from} to`} onClose={close}>
        <Components
          label={`Connect ${from} to`}
          nothing="No other component accepts what it forwards."
          nodes={targetsOf(app, from)}
          choose={(to) => void connect(app, from, to)}
        />
      </Modal>
      <Modal open={dialog === "disconnect"} label={`Disconnect ${from} from`} onClose={close}>
        <Components
          label={`Disconnect ${from} from`}
          nothing="It forwards to no component."
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
        closeDialog(app);
        choose(id);
      }}
    >
      {({ name, label: own }) => (
        <span className={chooseListCss.itemHead}>
          <b>{own}</b>
          <span className="mono muted">{name}</span>
        </span>
      )}
    </ChooseList>
  );
}
