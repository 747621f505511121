/** What stages get from Node: files that they name, read before the pipeline is built, and the platform's SHA-256. */
import { hash } from "node:crypto";
import { dirname, resolve } from "node:path";
import {
  type Diagnostic,
  messageOf,
  namedResources,
  resourceDiagnostic,
  type StageHost,
  type StageNode,
} from "@sluice/engine";
import { codeOf } from "../platform/system-error.ts";
import { type FileAccess, FileWatch } from "./file-watch.ts";

export type StageHostResult =
  /** Changes of the files are passed on once `watch` is started; without it, they stay as first read. */
  | { readonly ok: true; readonly host: StageHost; readonly watch: FileWatch }
  /** A file cannot be read: at the argument that names it. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** The folder beside which relative paths of a configuration are looked up. */
export function configFolder(configFile: string): string {
  return configFile === "-" ? process.cwd() : dirname(resolve(configFile));
}

/**
 * A host for these stages. Relative paths are looked up beside the configuration file, which is where its author thinks of them;
 * `elsewhere` has the paths of files that lie somewhere else, by how stages name them.
 */
export async function nodeStageHost(
  stages: readonly StageNode[],
  configFile: string,
  files?: FileAccess,
  elsewhere?: ReadonlyMap<string, string>,
): Promise<StageHostResult> {
  const base = configFolder(configFile);
  const watch = new FileWatch(files);
  const loaded = new Map<string, Uint8Array>();
  const diagnostics: Diagnostic[] = [];
  for (const { path, span } of namedResources(stages)) {
    if (loaded.has(path)) continue;
    try {
      loaded.set(path, await watch.open(path, elsewhere?.get(path) ?? resolve(base, path)));
    } catch (error) {
      diagnostics.push(resourceDiagnostic(span, `open ${path}: ${describe(error)}`));
    }
  }
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const host: StageHost = {
    resource: (path) => loaded.get(path),
    sha256: sha256Hex,
    onResourceChange: (path, listener) =>
      watch.listen(path, (bytes) => {
        loaded.set(path, bytes);
        listener(bytes);
      }),
  };
  return { ok: true, host, watch };
}

export function sha256Hex(text: string): string {
  return hash("sha256", text, "hex");
}

/** System errors as the original words them. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or directory",
  EACCES: "permission denied",
  EISDIR: "is a directory",
  ENOTDIR: "not a directory",
};

const describe = (error: unknown): string => SYSTEM_ERRORS[codeOf(error) ?? ""] ?? messageOf(error);
