/** Reads a configuration for the server, with the environment variables that it may have. */
import type { ConfigFiles, OpenedDocument } from "@sluice/engine";
import type { FileRules } from "../platform/file-rules.ts";

/** A configuration, and the environment variables that it reads. */
export interface ReadConfig {
  readonly config: OpenedDocument;
  readonly environment: readonly string[];
  /** Which files it may use. */
  readonly rules: FileRules;
}

/** `allowedEnv`: the only environment variables that it may read; without it, all. `asked` is told of each that it reads. */
export function openConfig(
  files: ConfigFiles,
  allowedEnv?: ReadonlySet<string>,
  asked?: (name: string) => void,
): OpenedDocument {
  const env = (name: string) => {
    asked?.(name);
    return process.env[name];
  };
  const deniesEnv = (name: string) =>
    allowedEnv === undefined || allowedEnv.has(name)
      ? undefined
      : `may not read the environment variable ${JSON.stringify(name)} in a configuration that came over the API, unless the server is started with --allow-env ${name}`;
  return files.open({ library: { env, deniesEnv }, bareStages: false });
}
