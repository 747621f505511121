/**
 * Which configuration a server starts with: its own file's, or a version that was kept, which somebody deployed, or which
 * takes the place of a file that cannot run.
 */
import type { Diagnostic } from "@sluice/engine";
import type { Beginning } from "./configs/config-control.ts";
import { openConfig } from "./configs/open-config.ts";
import type { Version, VersionStore } from "./configs/versions.ts";
import { sha256Hex } from "./host/stage-host.ts";
import { allowedEnvOf, type ServerOptions, sourceOf } from "./server-options.ts";

/** A configuration that may be what the server starts with. */
export interface Candidate extends Beginning {
  readonly origin: Version["origin"];
  /** Where it is kept as one. */
  readonly version?: Version | undefined;
}

export interface FailedStart {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  readonly message?: string | undefined;
  /** Set where another configuration could start. */
  readonly atFault?: "configuration" | undefined;
}

interface Choice {
  readonly own: Candidate;
  /** The version that ran last, where it is another. */
  readonly kept: Candidate | undefined;
  /** The file is what it was when it was last loaded. */
  readonly isUnchanged: boolean;
}

/** Starts with the first that can run. */
export async function startFirst<R extends { readonly ok: true; readonly diagnostics: readonly Diagnostic[] }>(
  { own, kept, isUnchanged }: Choice,
  { configFile, log, strict }: ServerOptions,
  startWith: (candidate: Candidate) => Promise<R | FailedStart>,
): Promise<R | FailedStart> {
  const version = kept?.version?.number;
  let first = own;
  if (kept?.origin === "api" && isUnchanged) {
    const result = await startWith(kept);
    if (result.ok) {
      log.write("info", "the deployed configuration runs; its file has not changed since", { version });
      // They are not about the file, whose text whoever started the server has.
      return { ...result, diagnostics: [] };
    }
    log.write("error", "the deployed configuration cannot run; the file is loaded instead", { version });
    first = {
      ...own,
      fallback: `version ${version}, which was deployed, cannot run (${whyNot(result)}); the file does`,
    };
  }
  const result = await startWith(first);
  if (result.ok || kept === undefined || strict === true || result.atFault !== "configuration") return result;
  const why = whyNot(result);
  const fallback = `${configFile} cannot run (${why}); version ${version}, which ran last, does`;
  const instead = await startWith({ ...kept, fallback });
  if (!instead.ok) return result;
  log.write("error", "the configuration cannot run; the one that ran last does", { version, reason: why });
  return { ...instead, diagnostics: result.diagnostics };
}

const whyNot = ({ diagnostics, message }: FailedStart): string | undefined =>
  diagnostics.find(({ severity }) => severity === "error")?.message ?? message;

/** What may have run last and cannot be read, so that nobody knows whether what runs is what was asked for last. */
export function damagedOf(versions: VersionStore | undefined, options: ServerOptions): string | undefined {
  const source = sourceOf(options);
  const damaged = versions?.damagedSince(source);
  if (damaged === undefined) return undefined;
  const active = versions!.active(source);
  const runs = active === undefined ? options.configFile : `version ${active.number}`;
  return `version ${damaged.number}, which came last, cannot be read (${damaged.reason}); ${runs} runs: deploy again, or reload`;
}

/** The version that ran last, where it is the configuration's own file as that is now: a restart makes no other. */
export function keptAlready(
  versions: VersionStore | undefined,
  { files }: Pick<Candidate, "files">,
  options: ServerOptions,
): Version | undefined {
  const version = versions?.active(sourceOf(options));
  return version?.origin === "file" && version.sha256 === sha256Hex(files.text) ? version : undefined;
}

/** The version that ran last, where it is another than the configuration's own file. */
export async function keptInstead(
  versions: VersionStore | undefined,
  own: Candidate,
  options: ServerOptions,
): Promise<Candidate | undefined> {
  const version = versions?.active(sourceOf(options));
  if (version === undefined || own.version !== undefined) return undefined;
  try {
    const files = await versions!.read(version);
    const config = openConfig(files, version.origin === "api" ? allowedEnvOf(options) : undefined);
    return { config, files, origin: version.origin, version };
  } catch (error) {
    options.log.write("error", "the version that ran last cannot be read", { version: version.number, error });
    return undefined;
  }
}
