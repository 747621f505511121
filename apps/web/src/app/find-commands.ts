/** Finds the workspace's commands: those available now, by key, and by words. */
import type { App } from "../core/page/app.ts";
import type { Command } from "../core/page/command.ts";
import { type ListedCommand, listCommand, SCOPES } from "../core/page/commands.ts";
import { formatKeys, type KeyPress, matchesKeys, worksInFields } from "../core/page/key-chord.ts";
import { isReadOnly } from "../core/page/read-only.ts";
import { selectStage } from "../core/select/select-stage.ts";
import { EXAMPLES } from "../features/examples/examples.ts";
import { openExample } from "../features/examples/open-example.ts";

/** Commands that are there because of what the page has open: examples, documents, stages. */
function momentaryCommands(app: App): Command[] {
  const { list, currentId } = app.stores.documents.getState();
  return [
    ...EXAMPLES.map((example) => ({
      id: `example.${example.id}`,
      title: `Open the example: ${example.name}`,
      run: () => openExample(app, example),
    })),
    ...list
      .filter(({ id }) => id !== currentId)
      .map(({ id, name }) => ({ id: `document.${id}`, title: `Open “${name}”`, run: () => app.documents.open(id) })),
    ...(app.derived.pipeline()?.stages ?? []).map(({ path, name }) => ({
      id: `stage.${path}`,
      title: `Go to stage ${path}: ${name}`,
      run: () => selectStage(app, path),
    })),
  ];
}

/** Whether a command is of the area that is shown, and of what may be done there. */
export function isHere(app: App, { everywhere, edits }: Pick<Command, "everywhere" | "edits">): boolean {
  const { area, lost } = app.stores.area.getState();
  return everywhere === true || (area === "design" && lost === null && !(edits === true && isReadOnly(app)));
}

/** What the palette offers now. */
export const paletteCommands = (app: App): ListedCommand[] =>
  [...app.commands, ...momentaryCommands(app)]
    .filter((command) => command.id !== "palette" && isHere(app, command) && (command.when?.(app) ?? true))
    .map((command) => listCommand(app, command));

/** Commands that have keys, for the help. */
export const commandsWithKeys = (app: App): ListedCommand[] =>
  app.commands
    .filter(({ keys }) => keys !== undefined)
    .map((command) => {
      const listed = listCommand(app, command);
      const title = command.scope === undefined ? listed.title : `${listed.title} (${SCOPES[command.scope]})`;
      return { ...listed, title, keys: command.keys!.map((keys) => formatKeys(keys, app.platform.mac)).join(", ") };
    });

/**
 * Commands that have every word of `query`, in their order. Those that have them in their own title come first, then those that
 * have them in the change that they are about.
 */
export function searchCommands(commands: readonly ListedCommand[], query: string): ListedCommand[] {
  const asked = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => asked.every((word) => text.toLowerCase().includes(word));
  const rankOf = ({ ownTitle, title, words }: ListedCommand) =>
    [ownTitle, title, `${title} ${words}`].findIndex((text) => has(text));
  const ranked = commands.map((command) => ({ command, rank: rankOf(command) }));
  return [0, 1, 2].flatMap((wanted) => ranked.flatMap(({ command, rank }) => (rank === wanted ? [command] : [])));
}

/** Where a key is pressed. */
export interface PressedIn {
  /** A text is typed there: single characters are part of it. */
  readonly field: boolean;
  readonly scope?: string | undefined;
}

/** The command that a key press means. */
export function findCommand(
  { commands, platform: { mac } }: Pick<App, "commands" | "platform">,
  press: KeyPress,
  { field: inField, scope }: PressedIn,
): Command | undefined {
  const here = commands.filter((command) => command.scope === undefined || command.scope === scope);
  return here.find(({ keys }) => keys?.some((one) => (!inField || worksInFields(one)) && matchesKeys(one, press, mac)));
}
