/**
 * What views say of the page's commands: titles and keys. `app/table.ts` has the commands themselves, and names their ids
 * here, so that a feature that shows a command's keys need not know the table.
 */
import type { App } from "./app.ts";
import type { Command } from "./command.ts";
import { formatKeys } from "./key-chord.ts";

/** A member for each command of the table. */
// biome-ignore lint/suspicious/noEmptyInterface: the table adds the members
export interface CommandIds {}
export type CommandId = keyof CommandIds;

let table: readonly Command[] = [];

/** The table says once which commands there are. */
export function setCommands(commands: readonly Command[]): void {
  table = commands;
}

function commandOf(id: CommandId): Command {
  const command = table.find((one) => one.id === id);
  if (command === undefined) throw new Error(`the table of commands has no ${id}`);
  return command;
}

export interface ListedCommand {
  readonly id: string;
  readonly title: string;
  /** What it is looked for by besides its title. */
  readonly words: string;
  /** As this platform writes them. */
  readonly keys: string | undefined;
  run(): void;
}

/** A command as lists show it. */
export const listCommand = (app: App, command: Command): ListedCommand => ({
  id: command.id,
  title: titleOf(app, command),
  words: command.words ?? "",
  keys: command.keys?.[0] === undefined ? undefined : formatKeys(command.keys[0], app.platform.mac),
  run: () => void command.run(app),
});

const titleOf = (app: App, { title }: Command): string => (typeof title === "string" ? title : title(app));

export const SCOPES: Readonly<Record<NonNullable<Command["scope"]>, string>> = {
  samples: "in the list",
  stages: "in the list",
  graph: "in the graph",
};

/** The keys of a command as this platform writes them. */
export const keysOf = (app: App, id: CommandId): string | undefined => listCommand(app, commandOf(id)).keys;

/** `Keyboard shortcuts (?)`: what a button's tooltip says. `title`: in place of the command's own. */
export function tooltip(app: App, id: CommandId, title?: string): string {
  const command = commandOf(id);
  const { keys, title: own } = listCommand(app, command);
  if (keys === undefined) return title ?? own;
  return `${title ?? own} (${keys}${command.scope === undefined ? "" : ` ${SCOPES[command.scope]}`})`;
}
