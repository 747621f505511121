/** The command palette: type, choose, Enter. */
import { useEffect, useMemo, useState } from "react";
import type { App } from "../core/page/app.ts";
import { useApp } from "../core/page/app-context.ts";
import { type ListedCommand, listCommand } from "../core/page/commands.ts";
import { closeDialog } from "../core/page/dialogs.ts";
import { useDialog } from "../core/page/use-dialog.ts";
import type { AddableStage } from "../core/workers/addable-stage.ts";
import { addFound, meantStages } from "../features/stages/list/add-found.ts";
import { ChooseList } from "../ui/choose-list.tsx";
import { Modal } from "../ui/modal.tsx";
import { groupCommands, rememberUsed } from "./command-groups.ts";
import { isHere, paletteCommands, searchCommands } from "./find-commands.ts";

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
  const stages = useAddableStages(app);
  const find = (query: string): readonly ListedCommand[] => {
    if (query.trim() === "") return all;
    const found = searchCommands(commands, query);
    return found.length > 0 ? found : meantStages(stages, query).map((stage) => additionOf(app, stage));
  };
  return (
    <ChooseList
      label="Search commands"
      listLabel="Commands"
      placeholder="Type a command"
      nothing="No matching command."
      note={(query) =>
        find(query)[0]?.id.startsWith(ADDITION) ? "No matching command. Did you mean a stage?" : undefined
      }
      find={find}
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

/** Begins the ids of commands that add a stage by its name. */
const ADDITION = "stage.add:";

const additionOf = (app: App, { name }: AddableStage): ListedCommand =>
  listCommand(app, {
    id: `${ADDITION}${name}`,
    title: `Add a stage: ${name}`,
    edits: true,
    run: (app) => void addFound(app, name),
  });

/** The stages that can be added here, once they are loaded. */
function useAddableStages(app: App): readonly AddableStage[] {
  const [stages, setStages] = useState<readonly AddableStage[]>([]);
  useEffect(() => {
    if (!isHere(app, { edits: true })) return;
    let gone = false;
    void app.language.addableStages().then((loaded) => !gone && setStages(loaded));
    return () => {
      gone = true;
    };
  }, [app]);
  return stages;
}
