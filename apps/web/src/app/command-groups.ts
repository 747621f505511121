/** The groups in which the palette and the help list commands: by the first word of a command's id. */
import type { App } from "../core/page/app.ts";
import type { ListedCommand } from "../core/page/commands.ts";

/** Each with the words that its commands begin with, in the order of the lists. */
const GROUPS = [
  ["General", "preview palette undo redo notices help tour theme"],
  ["Go to", "area"],
  ["Pipelines", "document config"],
  ["Entries and samples", "entry value samples filter clock pattern sensitive"],
  ["Stages", "offer proposal stage"],
  ["Tests and comparisons", "tests compare"],
  ["Graph", "graph"],
  ["View", "view inspect"],
  ["Server and Live", "server live"],
  ["Profiles", "profiles"],
  ["Examples", "example"],
] as const;

const USED = "Used last";

/** How many the palette shows again, and keeps. */
const MAX_USED = 5;

/** Undefined: of none. */
export const groupOf = (id: string): string | undefined =>
  GROUPS.find(([, words]) => words.split(" ").includes(id.split(".")[0] ?? ""))?.[0];

export interface CommandGroup {
  readonly name: string;
  readonly commands: readonly ListedCommand[];
}

/** Commands by group. Those in `used` come first and nowhere else. */
export function groupCommands(commands: readonly ListedCommand[], used: readonly string[] = []): CommandGroup[] {
  const last = used.flatMap((id) => commands.find((one) => one.id === id) ?? []);
  const rest = commands.filter((one) => !last.includes(one));
  const groups = GROUPS.map(([name]) => ({ name, commands: rest.filter(({ id }) => groupOf(id) === name) }));
  return [{ name: USED, commands: last }, ...groups].filter((group) => group.commands.length > 0);
}

/**
 * Remembers that a command was used. Only commands of the table are: others are named after what is open, which ends with it.
 */
export function rememberUsed({ stores, commands }: App, id: string): void {
  if (!commands.some((command) => command.id === id)) return;
  const { used } = stores.settings.getState();
  stores.settings.setState({ used: [id, ...used.filter((one) => one !== id)].slice(0, MAX_USED) });
}
