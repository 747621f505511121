/** The command palette: type, choose, Enter. */
import { useMemo } from "react";
import { useApp, useAppState } from "../core/page/app-context.ts";
import { openDialog } from "../core/page/settings.ts";
import { ChooseList } from "../ui/choose-list.tsx";
import { Modal } from "../ui/modal.tsx";
import { paletteCommands, searchCommands } from "./table.ts";

export function PaletteDialog() {
  const app = useApp();
  const open = useAppState("view", (state) => state.dialog === "palette");
  return (
    <Modal open={open} label="Command palette" onClose={() => openDialog(app, "none")}>
      <Palette />
    </Modal>
  );
}

function Palette() {
  const app = useApp();
  const commands = useMemo(() => paletteCommands(app), [app]);
  return (
    <ChooseList
      label="Search commands"
      listLabel="Commands"
      placeholder="Type a command"
      nothing="No matching command."
      find={(query) => searchCommands(commands, query)}
      keyOf={({ id }) => id}
      choose={(command) => {
        openDialog(app, "none");
        command.run();
      }}
    >
      {(command) => (
        <>
          <span>{command.title}</span>
          {command.keys !== undefined && <kbd>{command.keys}</kbd>}
        </>
      )}
    </ChooseList>
  );
}
