/**
 * Components that take over what another one, which ends, keeps in the data directory: a journal under another name. The folder
 * gets the new component's name once the old one has closed it, before the new one starts.
 */
import { open, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { ComponentNode, Diagnostic, LoadedConfig } from "@sluice/engine";
import type { Logger } from "../../platform/log.ts";
import { codeOf, describeSystemError } from "../../platform/system-error.ts";
import type { ComponentRecord } from "../component-record.ts";
import type { Running } from "./running.ts";

/** By the id of the component that ends, that of the new one. */
export type Heirs = ReadonlyMap<string, string>;

/** A journal that ends with entries in it. */
export interface Backlog {
  readonly component: string;
  readonly entries: number;
  /** New components that can take them over. */
  readonly heirs: readonly string[];
}

type Records = ReadonlyMap<string, ComponentRecord>;
interface Change {
  readonly running: readonly Running[];
  readonly config: Pick<LoadedConfig, "components">;
  readonly records: Records;
}

/** What journals hold that are not in `config`. */
export function backlogsOf({ running, config, records }: Change): Backlog[] {
  const next = new Set(config.components.map(({ id }) => id));
  return running.flatMap(({ node, component: { journal } }) => {
    const entries = next.has(node.id) ? 0 : (journal?.summary()?.waiting ?? 0);
    if (entries === 0) return [];
    const heirs = newcomers({ running, config, records }).filter(({ spec }) => spec === node.spec);
    return [{ component: node.id, entries, heirs: heirs.map(({ id }) => id) }];
  });
}

/** New components that keep something in the data directory. */
function newcomers({ running, config, records }: Change): ComponentNode[] {
  const known = new Set(running.map(({ node }) => node.id));
  return config.components.filter(
    (node) => !known.has(node.id) && records.get(node.spec.name)?.keepsState?.(node) === true,
  );
}

/** Why they cannot take over what they are to. */
export function heirProblems(heirs: Heirs, change: Change): Diagnostic[] {
  const next = new Map(change.config.components.map((node) => [node.id, node]));
  const able = new Set(newcomers(change).map(({ id }) => id));
  const taken = new Set<string>();
  return [...heirs].flatMap(([from, to]) => {
    const ends = change.running.find(({ node }) => node.id === from)?.node;
    const heir = next.get(to);
    const reason = ((): string | undefined => {
      if (ends === undefined) return `${from} does not run`;
      if (next.has(from)) return `${from} does not end`;
      if (heir === undefined) return `the configuration has no ${to}`;
      if (heir.spec !== ends.spec) return `${to} is another kind of component`;
      if (!able.has(to)) return `${to} runs already, or keeps nothing`;
      return taken.has(to) ? `${to} takes over from another component already` : undefined;
    })();
    taken.add(to);
    if (reason === undefined) return [];
    const message = `${to} cannot take over from ${from}: ${reason}`;
    return [{ severity: "error", code: "cannot-take-over", message, span: heir?.span }];
  });
}

/** Of heirs that would take over, those that have something in their own folders, which must not be mixed with it. */
export async function occupiedHeirs(heirs: Heirs, dataDir: string): Promise<Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const [from, to] of heirs) {
    const folder = join(dataDir, to);
    const names = await readdir(folder).catch(() => []);
    if (names.length === 0) continue;
    const message = `${to} cannot take over from ${from}: ${folder} holds something of its own`;
    found.push({ severity: "error", code: "cannot-take-over", message });
  }
  return found;
}

/** Gives a component's folder, which nobody has open, to its heir. What cannot be moved stays, and the log says so. */
export async function moveFolder(dataDir: string, [from, to]: readonly [string, string], log: Logger): Promise<void> {
  const [old, next] = [join(dataDir, from), join(dataDir, to)];
  try {
    // Over an empty folder, and not over one that holds something.
    await rename(old, next);
    const folder = await open(dataDir, "r");
    await folder.sync().finally(() => folder.close());
    log.write("info", "a component took over what another one kept", { from, component: to });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    const problem = describeSystemError(error);
    log.write("error", "what a component kept cannot be taken over; it stays where it is", {
      from,
      component: to,
      folder: old,
      problem,
    });
  }
}
