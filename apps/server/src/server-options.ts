/** What a server is started with, and what follows from that alone. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import type { ConfigFiles, LoggingArgs } from "@sluice/engine";
import type { PageTlsFiles } from "./api/page-tls.ts";
import type { AccessTokens } from "./api/tokens.ts";
import { configFolder } from "./host/stage-host.ts";
import { isLoopback } from "./http/host-name.ts";
import type { Logger } from "./platform/log.ts";
import type { Scheduler } from "./platform/scheduler.ts";

export interface ServerOptions {
  readonly configFile: string;
  /** What it held. */
  readonly config: ConfigFiles;
  /** The folder in which it stands, where `configFile` is the folder itself; all its files are the configuration. */
  readonly configFolder?: string | undefined;
  /** Reads it anew; rejects with an error that says why it cannot be read. Without it there is no reload. */
  readonly reread?: (() => Promise<ConfigFiles>) | undefined;
  /** Address of the page, the status and the metrics; port 0 takes a free one. */
  readonly host: string;
  readonly port: number;
  /** Folder of the built page. */
  readonly page: string;
  readonly version: string;
  readonly log: Logger;
  /** Called with what each configuration that starts to run says of the log. */
  readonly adjustLog?: ((asked: LoggingArgs | undefined) => void) | undefined;
  /** Where `logs.echo` prints. Gives a promise where the reader is behind: it resolves when there is room again. */
  readonly print: (text: string) => Promise<void> | undefined;
  /** Opens standard input for `logs.source.stdin`. Without it there is none: it is closed, or the configuration came from it. */
  readonly input?: (() => Readable) | undefined;
  readonly seed?: number | undefined;
  readonly scheduler?: Scheduler | undefined;
  /** Folder of what must outlive the process: read positions, versions of the configuration. One server at a time. Default: `.sluice` in the working directory. */
  readonly dataDir?: string | undefined;
  /** Whether requests of receivers of profiles are recorded where the page does not listen on the loopback, too. */
  readonly inspectProfiles?: boolean | undefined;
  /** Refuses to start where the configuration cannot run, although one that did is kept. */
  readonly strict?: boolean | undefined;
  /** Folders, besides `files` in the data directory, that a configuration which came over the API may read files of. */
  readonly allowPaths?: readonly string[] | undefined;
  /** Those that it may write files to. */
  readonly allowWritePaths?: readonly string[] | undefined;
  /** Environment variables that it may read. */
  readonly allowEnv?: readonly string[] | undefined;
  /** Files in PEM by which the page and the API speak TLS. They are read anew at each reload. */
  readonly tls?: PageTlsFiles | undefined;
  /** What clients of the API have to show. Without it the page has to be on the loopback. */
  readonly tokens?: AccessTokens | undefined;
  /** Whether `/metrics` asks for a token, too. */
  readonly protectMetrics?: boolean | undefined;
  /** Whether the token for reading suffices for entries, too. */
  readonly allowTap?: boolean | undefined;
  /** Address of a Loki that may be asked for samples, besides those that entries are sent to. */
  readonly queryLoki?: string | undefined;
  /** Further names under which clients of this machine may ask. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** How long a stop may take. Milliseconds. */
  readonly drainTimeout?: number | undefined;
}

/** The folder beside which relative paths are looked up. */
export function folderOf({ configFile, configFolder: folder }: ServerOptions): string {
  return folder ?? configFolder(configFile);
}

export const OPEN_TO_ALL =
  "--listen is not on the loopback, where whoever reaches it could change what runs: give --token-file, or listen on 127.0.0.1";

/** Whether a name leads to this machine alone. Opening it reports one that leads nowhere. */
export async function isLocalHost(host: string): Promise<boolean> {
  if (host === "" || isIP(host) !== 0) return isLoopback(host);
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.every(({ address }) => isLoopback(address));
}

export const allowedEnvOf = ({ allowEnv }: ServerOptions): ReadonlySet<string> => new Set(allowEnv);

/** What tells the versions of one configuration from those of another in the same data directory. */
export function sourceOf({ configFile }: ServerOptions): string {
  return configFile === "-" ? configFile : resolve(configFile);
}
