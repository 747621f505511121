/** The command line of `sluice run`: its help, and what its options say of the server to start. */
import type { AccessTokens, LogLevel, ServerOptions } from "@sluice/server";
import { readToken } from "../../server-client.ts";
import { onlyFile, parseCommandLine, UsageError } from "../../usage.ts";

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];
const DEFAULT_LISTEN = "127.0.0.1:3180";

export const RUN_HELP = `usage: sluice run [OPTIONS] FILE|DIR

Runs the components of FILE (- is standard input), or of all *.alloy files of DIR, in the order of their names, as one
configuration, and serves the designer, /metrics and /api/status.

      --listen HOST:PORT    where the page is served (default ${DEFAULT_LISTEN}; port 0 picks a free one)
      --log-level LEVEL     debug, info, warn or error, whatever the block logging of FILE says (default: what
                            that says, or info); the log goes to standard error
      --drain-timeout SECS  how long the shutdown may take (default 15)
      --data-dir DIR        where read positions and versions of the configuration are kept (default .sluice in the
                            working directory), by one server at a time
      --strict              do not start where FILE has errors; otherwise the version that ran last does, where one is
                            kept, and /-/ready says so until another is loaded
      --allow-path DIR      configurations that are deployed over the API may read files below DIR, too; without it
                            only those in the folder files of the data directory (any number of times)
      --allow-write-path DIR
                            the same for writing (any number of times)
      --allow-env NAME      an environment variable that those may read (any number of times); no other
      --tls-cert-file FILE, --tls-key-file FILE
                            serve the page over HTTPS, with a certificate and its key in PEM; a reload reads them again
      --token-file FILE     what clients of the API have to show (Authorization: Bearer …); without it --listen has to
                            be on the loopback
      --read-token-file FILE
                            another, with which nothing can be changed
      --query-loki URL      a Loki that the page may take samples from, besides those that logs.write sends to
      --allow-tap           the second token suffices for seeing entries, too (taps, captures, what shadow runs found);
                            otherwise these need the first
      --protect-metrics     ask for a token at /metrics, too; /-/healthy and /-/ready never do
      --allowed-host NAME   a further name under which clients of this machine may ask (any number of times)
      --inspect-profiles    keep the last requests with profiles for the page where --listen is not on the loopback,
                            too (they are kept where it is): whoever reaches the page sees what was sent

A logs.source.stdin reads standard input, unless FILE is -; when that ends, the server goes on running.
SIGHUP, or POST /-/reload, reads FILE again and changes to it: what did not change runs on untouched, what did is built
beside it and takes over at once; if anything is wrong with it, nothing changes.
SIGTERM or Ctrl-C closes the intake, lets out what is inside, and ends with exit code 0; a second one ends at once.
SIGHUP does the same as the first where standard input is a terminal, since it was closed then.
Exit codes: 0 stopped, 1 FILE has errors, or the page's port or the data directory is in use,
2 the command line is wrong.
`;

export interface RunOptions {
  readonly file: string;
  /** Undefined: what the configuration says. */
  readonly level: LogLevel | undefined;
  readonly drainSeconds: number;
  /** Those that follow from the command line alone. */
  readonly server: Omit<
    ServerOptions,
    "configFile" | "config" | "configFolder" | "reread" | "page" | "version" | "log" | "adjustLog" | "print" | "input"
  >;
}

/** Throws `UsageError`; reads the files of tokens. */
export async function readRunOptions(argv: readonly string[]): Promise<RunOptions> {
  const { values, positionals } = parseCommandLine(argv, {
    listen: { type: "string" },
    "log-level": { type: "string" },
    "drain-timeout": { type: "string" },
    "data-dir": { type: "string" },
    "inspect-profiles": { type: "boolean" },
    strict: { type: "boolean" },
    "token-file": { type: "string" },
    "read-token-file": { type: "string" },
    "allow-tap": { type: "boolean" },
    "query-loki": { type: "string" },
    "protect-metrics": { type: "boolean" },
    "allowed-host": { type: "string", multiple: true },
    "allow-path": { type: "string", multiple: true },
    "allow-write-path": { type: "string", multiple: true },
    "allow-env": { type: "string", multiple: true },
    "tls-cert-file": { type: "string" },
    "tls-key-file": { type: "string" },
  });
  const file = onlyFile(positionals);
  const { host, port } = readListen(values.listen ?? DEFAULT_LISTEN);
  const level = readLevel(values["log-level"]);
  const drainSeconds = readSeconds(values["drain-timeout"] ?? "15");
  const tokens = await readTokens(values["token-file"], values["read-token-file"]);
  if (values["protect-metrics"] && tokens === undefined) throw new UsageError("--protect-metrics needs --token-file");
  const tls = tlsFiles(values["tls-cert-file"], values["tls-key-file"]);
  if (values["allow-tap"] && tokens?.read === undefined) throw new UsageError("--allow-tap needs --read-token-file");
  return {
    file,
    level,
    drainSeconds,
    server: {
      host,
      port,
      drainTimeout: drainSeconds * 1000,
      dataDir: values["data-dir"],
      inspectProfiles: values["inspect-profiles"],
      strict: values.strict,
      tokens,
      protectMetrics: values["protect-metrics"],
      allowTap: values["allow-tap"],
      queryLoki: readLokiAddress(values["query-loki"]),
      allowedHosts: values["allowed-host"],
      allowPaths: values["allow-path"],
      allowWritePaths: values["allow-write-path"],
      allowEnv: values["allow-env"],
      tls,
    },
  };
}

function readLevel(text: string | undefined): LogLevel | undefined {
  if (text === undefined) return undefined;
  const level = LEVELS.find((one) => one === text);
  if (level === undefined) throw new UsageError(`--log-level must be one of ${LEVELS.join(", ")}`);
  return level;
}

async function readTokens(file: string | undefined, reading: string | undefined): Promise<AccessTokens | undefined> {
  if (file === undefined) {
    if (reading !== undefined) throw new UsageError("--read-token-file needs --token-file");
    return undefined;
  }
  const full = await readToken(file);
  const read = reading === undefined ? undefined : await readToken(reading);
  if (read === full) throw new UsageError("--token-file and --read-token-file hold the same token");
  return { full, read };
}

function tlsFiles(certFile: string | undefined, keyFile: string | undefined) {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined)
    throw new UsageError("--tls-cert-file and --tls-key-file need each other");
  return { certFile, keyFile };
}

function readListen(text: string): { host: string; port: number } {
  const match = /^(?:\[([^\]]+)\]|([^:]*)):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (match === null || port > 65535) throw new UsageError(`--listen must be HOST:PORT, got ${JSON.stringify(text)}`);
  return { host: match[1] ?? match[2] ?? "", port };
}

function readSeconds(text: string): number {
  const seconds = /^\d{1,4}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= 3600))
    throw new UsageError(`--drain-timeout must be a number of seconds from 0 to 3600, got ${JSON.stringify(text)}`);
  return seconds;
}

function readLokiAddress(text: string | undefined): string | undefined {
  if (text === undefined || /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : "")) return text;
  throw new UsageError("--query-loki must be an address, such as http://localhost:3100");
}
