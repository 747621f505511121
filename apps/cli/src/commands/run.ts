/** `sluice run`: the server, from a configuration until SIGTERM, Ctrl-C, or the end of its terminal. */

import { isatty } from "node:tty";
import { maskConfigSecrets, messageOf, parseFile } from "@sluice/engine";
import type { ConfigStatus } from "@sluice/protocol";
import {
  type AccessTokens,
  createProcessLog,
  installFaultBelt,
  keepHeapSmall,
  type LogLevel,
  SluiceServer,
  sha256Hex,
} from "@sluice/server";
import type { Command } from "../command.ts";
import { fileName, isFolder, readConfig } from "../config-file.ts";
import { formatDiagnostics } from "../diagnostics-text.ts";
import { pageFolder, version } from "../installation.ts";
import { printText, rememberTerminals } from "../output.ts";
import { endProcess, endSoon } from "../process-end.ts";
import { readToken } from "../server-client.ts";
import { onlyFile, parseCommandLine, UsageError } from "../usage.ts";

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];
const DEFAULT_LISTEN = "127.0.0.1:3180";
/** What a stop may take beyond its time before the process ends without it: for writing down what a restart needs. */
const STOP_GRACE_MS = 5000;

export const run: Command = {
  help: `usage: sluice run [OPTIONS] FILE|DIR

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
beside it and takes over at once; where anything is wrong with it, all stays as it was.
SIGTERM or Ctrl-C closes the intake, lets out what is inside, and ends with exit code 0; a second one ends at once.
SIGHUP does the same as the first where standard input is a terminal, since it was closed then.
Exit codes: 0 stopped, 1 FILE has errors, or the page's port or the data directory is in use,
2 the command line is wrong.
`,
  onOutputLoss: "go-on",
  async run(argv) {
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
    const level = values["log-level"] as LogLevel | undefined;
    if (level !== undefined && !LEVELS.includes(level))
      throw new UsageError(`--log-level must be one of ${LEVELS.join(", ")}`);
    const seconds = readSeconds(values["drain-timeout"] ?? "15");

    const tokens = await readTokens(values["token-file"], values["read-token-file"]);
    if (values["protect-metrics"] && tokens === undefined) throw new UsageError("--protect-metrics needs --token-file");
    const tls = tlsFiles(values["tls-cert-file"], values["tls-key-file"]);
    if (values["allow-tap"] && tokens?.read === undefined) throw new UsageError("--allow-tap needs --read-token-file");
    const config = await readConfig(file);
    // From here on, so that a signal that comes during the start is not lost, and one that comes later not fatal.
    const reloads = new Reloads();
    const asked = untilSignal(isatty(0) ? undefined : () => reloads.ask());
    const closeLostTerminals = rememberTerminals();
    let server: SluiceServer | undefined;
    const broken = new Promise<1>((resolve) => {
      installFaultBelt({
        own: () => server?.faults,
        end(error) {
          process.stderr.write(`sluice run: cannot continue: ${messageOf(error)}\n`);
          if (server === undefined) endProcess(1);
          resolve(1);
        },
      });
    });
    const { log, adjust } = createProcessLog(
      level,
      (line) => process.stderr.write(line),
      () => new Date(),
    );
    const started = await SluiceServer.start({
      configFile: file,
      config,
      configFolder: (await isFolder(file)) ? file : undefined,
      reread: file === "-" ? undefined : () => readConfig(file, { pipes: false }),
      host,
      port,
      page: pageFolder(),
      version: version(),
      log,
      adjustLog: adjust,
      print: printText,
      input: file === "-" ? undefined : () => process.stdin,
      drainTimeout: seconds * 1000,
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
    });
    // What a server prints is kept in logs: source lines are shown without secrets.
    const shown = started.diagnostics.length === 0 ? config.text : maskConfigSecrets(parseFile(config.text).file);
    process.stderr.write(formatDiagnostics(config, shown, started.diagnostics, process.stderr));
    if (!started.ok) {
      if (started.message !== undefined) process.stderr.write(`sluice run: ${started.message}\n`);
      return 1;
    }
    server = started.server;
    keepHeapSmall();
    reloads.serve(started.server);
    const { configuration } = server.status();
    const { fallback } = configuration;
    if (fallback !== undefined) process.stderr.write(`sluice run: ${fallback}\n`);
    const isFile = configuration.sha256 === sha256Hex(config.text);
    process.stderr.write(`${runsText(fileName(file), isFile, configuration)}. Open ${server.url}\n`);
    const end = await Promise.race([asked, broken]);
    process.stderr.write(stoppingText(seconds, end === "SIGINT" && process.stderr.isTTY === true));
    const lost = await Promise.race([server.stop(), after(seconds * 1000 + STOP_GRACE_MS)]);
    if (lost === undefined) process.stderr.write("stopped; the shutdown did not finish in time\n");
    else if (lost > 0) process.stderr.write(`stopped; ${lost} entries could not be delivered in time\n`);
    closeLostTerminals();
    const code = end === 1 ? 1 : 0;
    endSoon(code);
    return code;
  },
};

/** `isFile`: what runs is what the file holds; another was deployed, or ran before and the file's cannot. */
export function runsText(
  file: string,
  isFile: boolean,
  { version, loaded }: Pick<ConfigStatus, "version" | "loaded">,
): string {
  if (isFile || version === undefined) return `Sluice runs ${file}`;
  const verb = loaded?.via === "deploy" ? "deployed" : loaded?.via === "rollback" ? "rolled back to" : "loaded";
  const by = loaded?.user === undefined ? "" : ` by ${loaded.user}`;
  const how = loaded === undefined ? "" : `, ${verb} at ${loaded.at}${by}`;
  return `Sluice runs version ${version}${how}, and not what ${file} holds`;
}

/** Behind a Ctrl-C the terminal's `^C` stands on the line. */
export function stoppingText(seconds: number, behindControlC: boolean): string {
  const line = `stopping: the intake closes, buffers are sent (at most ${seconds} s; Ctrl-C again exits at once)\n`;
  return behindControlC ? `\n${line}` : line;
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

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
}

/** SIGHUP before the server runs counts once it does. */
class Reloads {
  #server: SluiceServer | undefined;
  #asked = false;

  ask(): void {
    this.#asked = true;
    if (this.#server !== undefined) this.#reload(this.#server);
  }

  serve(server: SluiceServer): void {
    this.#server = server;
    if (this.#asked) this.#reload(server);
  }

  /** What came of it stands in the log; here is where it is wrong. */
  #reload(server: SluiceServer): void {
    void server.reload({ via: "signal" }).then((result) => {
      if (!result.ok) process.stderr.write(result.text);
    });
  }
}

/**
 * Resolves with the first signal that asks for the end; the next SIGTERM or SIGINT ends the process
 * as the signal would by itself. SIGHUP asks for `reload`, or for the end where there is none: a terminal that closes sends
 * it more than once (its shell and the system), which asks for nothing more.
 */
function untilSignal(reload: (() => void) | undefined): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false;
    const handle = (code: number | undefined) => (signal: NodeJS.Signals) => {
      if (asked && code !== undefined) endProcess(code);
      asked = true;
      resolve(signal);
    };
    process.on("SIGTERM", handle(143));
    process.on("SIGINT", handle(130));
    process.on("SIGHUP", reload ?? handle(undefined));
  });
}

function readLokiAddress(text: string | undefined): string | undefined {
  if (text === undefined || /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : "")) return text;
  throw new UsageError("--query-loki must be an address, such as http://localhost:3100");
}
