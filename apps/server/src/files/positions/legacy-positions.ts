/** Positions that Promtail wrote, as our own: `positions:` with paths, and bytes that were read of each. */
import { isAbsolute } from "node:path";
import { parseYaml, type YamlValue } from "@sluice/languages/yaml";
import type { FileGate } from "../../platform/file-gate.ts";
import { readRegular } from "../../platform/open-regular.ts";
import { statFile } from "../file-stat.ts";
import { Window } from "../reading/window.ts";
import type { SavedPath } from "./positions.ts";

const LARGEST = 4 * 1024 * 1024;

/**
 * The positions in the file at `path`, as far as the files are still there and as long as they were; `seenAt` is when it was
 * written. Rejects with an error that says what is wrong with it.
 */
export async function readLegacyPositions(gate: FileGate, path: string): Promise<SavedPath[]> {
  const positions = await readPositions(gate, path);
  const seenAt = (await statFile(path))?.writtenAt ?? 0;
  const found: SavedPath[] = [];
  for (const [name, offset] of offsetsOf(positions)) {
    const saved = await toSaved(gate, name, offset, seenAt);
    if (saved !== undefined) found.push(saved);
  }
  return found;
}

/** The place in the journal at which the job `name` stopped; rejects as `readLegacyPositions` does. */
export async function readLegacyCursor(gate: FileGate, path: string, name: string): Promise<string | undefined> {
  const key = `cursor-${name}`;
  const cursor = (await readPositions(gate, path)).find(([one]) => one === key)?.[1];
  return typeof cursor === "string" && cursor !== "" ? cursor : undefined;
}

type Positions = readonly (readonly [name: string, value: YamlValue])[];

async function readPositions(gate: FileGate, path: string): Promise<Positions> {
  const result = parseYaml((await readRegular(path, LARGEST, (one) => gate.open(one))).toString("utf8"));
  if (!result.ok) throw new Error(result.message);
  const positions = fieldOf(result.value, "positions");
  if (positions === null || positions === undefined) return [];
  if (typeof positions !== "object" || !("entries" in positions) || typeof positions.entries === "function")
    throw new Error("its positions are not a map");
  return [...positions.entries];
}

/** Of files: there are also cursors of journals and the like, under names that are no paths. */
const offsetsOf = (positions: Positions): [path: string, offset: number][] =>
  positions.flatMap(([name, value]): [string, number][] => {
    const offset = Number(typeof value === "string" || typeof value === "bigint" ? value : Number.NaN);
    return isAbsolute(name) && Number.isSafeInteger(offset) && offset >= 0 ? [[name, offset]] : [];
  });

function fieldOf(value: YamlValue, name: string): YamlValue | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value) || !("allText" in value))
    throw new Error("it does not hold a map with positions");
  return value.entries.get(name);
}

async function toSaved(gate: FileGate, path: string, offset: number, seenAt: number): Promise<SavedPath | undefined> {
  const handle = await gate.open(path).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { key, bornAt } = (await statFile(path)) ?? {};
    const window = await Window.read(handle, offset);
    if (key === undefined || bornAt === undefined || window === undefined) return undefined;
    return { path, seenAt, files: [{ key, offset, digest: window.digest, since: bornAt }] };
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}
