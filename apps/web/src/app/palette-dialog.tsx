/** The command palette: type, choose, Enter. */
import { useMemo } from "react";
import { useApp } from "../core/page/app-context.ts";
import { closeDialog } from "../core/page/dialogs.ts";
import { useDialog } from "../core/page/use-dialog.ts";
import { ChooseList } from "../ui/choose-list.tsx";
import { Modal } from "../ui/modal.tsx";
import { groupCommands, rememberUsed } from "./command-groups.ts";
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
  const { all, names } = useMemo(() => {
    const groups = groupCommands(commands, app.stores.settings.getState().used);
    const names = new Map(groups.flatMap(({ name, commands }) => commands.map(({ id }) => [id, name] as const)));
    return { all: groups.flatMap((group) => group.commands), names };
  }, [app, commands]);
  return (
    <ChooseList
      label="Search commands"
      listLabel="Commands"
      placeholder="Type a command"
      nothing="No matching command."
      find={(query) => (query.trim() === "" ? all : searchCommands(commands, query))}
      // What is found is in the order of how well it fits.
      groupOf={({ id }, query) => (query.trim() === "" ? names.get(id) : undefined)}
      keyOf={({ id }) => id}
      choose={(command) => {
        closeDialog(app);
        rememberUsed(app, command.id);
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
