/** The command palette: type, choose, Enter. */
import { useMemo } from "react";
import { useApp } from "../core/page/app-context.ts";
import { closeDialog } from "../core/page/dialogs.ts";
import { useDialog } from "../core/page/use-dialog.ts";
import { ChooseList } from "../ui/choose-list.tsx";
import { Modal } from "../ui/modal.tsx";
import { paletteCommands, searchCommands } from "./find-commands.ts";

export function PaletteDialog() {
  const app = useApp();
  const open = useDialog("palette") !== null;
  return (
    <Modal open={open} label="Command palette" onClose={() => closeDialog(app)}>
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
        closeDialog(app);
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
