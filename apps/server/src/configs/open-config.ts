/** Reads a configuration for the server, with the environment variables that it may have. */
import type { ConfigFiles, OpenedDocument, OpenOptions } from "@sluice/engine";
import type { FileRules } from "../platform/file-rules.ts";
import { inSlices, type Scheduler } from "../platform/scheduler.ts";

/** A configuration, and the environment variables that it reads. */
export interface ReadConfig {
  readonly config: OpenedDocument;
  readonly environment: readonly string[];
  /** Which files it may use. */
  readonly rules: FileRules;
}

/** `allowedEnv`: the only environment variables that it may read; without it, all. `asked` gets the name of each that it reads. */
export function openConfig(
  files: ConfigFiles,
  allowedEnv?: ReadonlySet<string>,
  asked?: (name: string) => void,
): OpenedDocument {
  return files.open(optionsOf(allowedEnv, asked));
}

/** The same in slices, so that a server serves others meanwhile. */
export function openConfigInSlices(
  files: ConfigFiles,
  scheduler: Scheduler,
  allowedEnv?: ReadonlySet<string>,
  asked?: (name: string) => void,
): Promise<OpenedDocument> {
  return inSlices(files.openInSteps(optionsOf(allowedEnv, asked)), scheduler);
}

function optionsOf(
  allowedEnv: ReadonlySet<string> | undefined,
  asked: ((name: string) => void) | undefined,
): OpenOptions {
  const env = (name: string) => {
    asked?.(name);
    return process.env[name];
  };
  const deniesEnv = (name: string) =>
    allowedEnv === undefined || allowedEnv.has(name)
      ? undefined
      : `may not read the environment variable ${JSON.stringify(name)} in a configuration that came over the API, unless the server is started with --allow-env ${name}`;
  return { library: { env, deniesEnv }, bareStages: false };
}
