/**
 * Titles and keys of commands, for views. The app has the table (`app/table.ts` for the page), which names
 * its ids here, so that a feature that shows a command's keys need not know the table.
 */
import type { App } from "./app.ts";
import type { Command } from "./command.ts";
import { formatKeys } from "./key-chord.ts";

declare module "./app.ts" {
  interface App {
    /** What can be done: the workspace's table. */
    readonly commands: readonly Command[];
  }
}

/** A member for each command of the table. */
// biome-ignore lint/suspicious/noEmptyInterface: the table adds the members
export interface CommandIds {}
export type CommandId = keyof CommandIds;

/** The command of a table; undefined: this workspace does not have it. */
const commandOf = (app: App, id: CommandId): Command | undefined => app.commands.find((one) => one.id === id);

export interface ListedCommand {
  readonly id: string;
  readonly title: string;
  /** Its title without what it does at the moment. */
  readonly ownTitle: string;
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
  ownTitle: ownTitleOf(app, command),
  words: command.words ?? "",
  keys: command.keys?.[0] === undefined ? undefined : formatKeys(command.keys[0], app.platform.mac),
  run: () => void command.run(app),
});

const ownTitleOf = (app: App, { title }: Command): string => (typeof title === "string" ? title : title(app));

function titleOf(app: App, command: Command): string {
  const about = command.about?.(app) ?? null;
  return about === null ? ownTitleOf(app, command) : `${ownTitleOf(app, command)}: ${about}`;
}

export const SCOPES: Readonly<Record<NonNullable<Command["scope"]>, string>> = {
  samples: "in the list",
  stages: "in the list",
  graph: "in the graph",
};

/** The keys of a command as this platform writes them; undefined where it has none. */
export function keysOf(app: App, id: CommandId): string | undefined {
  const command = commandOf(app, id);
  return command && listCommand(app, command).keys;
}

/** Does what a command does, where that is possible now. */
export function runCommand(app: App, id: CommandId): void {
  const command = commandOf(app, id);
  if (command?.when?.(app) ?? true) void command?.run(app);
}

/** `Keyboard shortcuts (?)`: what a button's tooltip says. `title`: in place of the command's own. */
export function tooltip(app: App, id: CommandId, title?: string): string {
  const command = commandOf(app, id);
  if (command === undefined) return title ?? "";
  const { keys, title: own } = listCommand(app, command);
  if (keys === undefined) return title ?? own;
  return `${title ?? own} (${keys}${command.scope === undefined ? "" : ` ${SCOPES[command.scope]}`})`;
}
