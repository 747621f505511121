/** What stages get from Node: files that they name, read before the pipeline is built, and the platform's SHA-256. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { StageHost, StageNode } from "@sluice/engine";

export type StageHostResult =
  | { readonly ok: true; readonly host: StageHost }
  | { readonly ok: false; readonly message: string };

/** The folder beside which relative paths of a configuration are looked up. */
export function configFolder(configFile: string): string {
  return configFile === "-" ? process.cwd() : dirname(resolve(configFile));
}

/** A host for these stages. Relative paths are looked up beside the configuration file, which is where its author thinks of them. */
export async function nodeStageHost(stages: readonly StageNode[], configFile: string): Promise<StageHostResult> {
  const base = configFolder(configFile);
  const files = new Map<string, Uint8Array>();
  for (const { path, stage } of namedFiles(stages)) {
    try {
      files.set(path, await readFile(resolve(base, path)));
    } catch (error) {
      return { ok: false, message: `${stage}: cannot read ${path}: ${(error as Error).message}` };
    }
  }
  return { ok: true, host: { resource: (path) => files.get(path), sha256: sha256Hex } };
}

export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function namedFiles(stages: readonly StageNode[]): { path: string; stage: string }[] {
  return stages.flatMap(({ spec, args, children }) => [
    ...(spec.resources?.(args as never) ?? []).map(({ path }) => ({ path, stage: `stage.${spec.name}` })),
    ...namedFiles(children),
  ]);
}
