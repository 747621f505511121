/** `sluice run`: the server, from a configuration until SIGTERM, Ctrl-C, or the end of its terminal. */
import { maskConfigSecrets } from "@sluice/engine";
import { createLogger, installFaultBelt, type LogLevel, SluiceServer } from "@sluice/server";
import type { Command, ExitCode } from "../command.ts";
import { fileName, readText } from "../config-file.ts";
import { formatDiagnostics } from "../diagnostics-text.ts";
import { pageFolder, version } from "../installation.ts";
import { rememberTerminals } from "../output.ts";
import { onlyFile, parseCommandLine, UsageError } from "../usage.ts";

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];
const DEFAULT_LISTEN = "127.0.0.1:3180";

export const run: Command = {
  summary: "run a configuration on live traffic, and serve the page",
  help: `usage: sluice run [OPTIONS] FILE

Runs the components of FILE (- is standard input), and serves the designer, /metrics and /api/status.

      --listen HOST:PORT    where the page is served (default ${DEFAULT_LISTEN}; port 0 takes a free one)
      --log-level LEVEL     debug, info (default), warn or error; the log goes to standard error
      --drain-timeout SECS  how long a stop may take (default 15)
      --data-dir DIR        where read positions are kept (default .sluice in the working directory), by one server
                            at a time

SIGTERM, Ctrl-C or SIGHUP (its terminal is closed) closes the intake, lets out what is inside, and ends with exit code
0; a second SIGTERM or Ctrl-C ends at once.
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
    });
    const file = onlyFile(positionals);
    const { host, port } = readListen(values.listen ?? DEFAULT_LISTEN);
    const level = (values["log-level"] ?? "info") as LogLevel;
    if (!LEVELS.includes(level)) throw new UsageError(`--log-level must be one of ${LEVELS.join(", ")}`);
    const seconds = readSeconds(values["drain-timeout"] ?? "15");

    const text = await readText(file);
    // From here on, so that a signal that comes during the start is not lost, and one that comes later not fatal.
    const asked = untilSignal();
    const closeLostTerminals = rememberTerminals();
    let server: SluiceServer | undefined;
    const broken = new Promise<ExitCode>((resolve) => {
      installFaultBelt({
        own: () => server?.faults,
        end(error) {
          process.stderr.write(`sluice run: it cannot go on: ${String((error as Error | undefined)?.message)}\n`);
          if (server === undefined) process.exit(1);
          resolve(1);
        },
      });
    });
    const started = await SluiceServer.start({
      configFile: file,
      configText: text,
      host,
      port,
      page: pageFolder(),
      version: version(),
      log: createLogger(
        level,
        (line) => process.stderr.write(line),
        () => new Date(),
      ),
      print: (out) => process.stdout.write(out),
      drainTimeout: seconds * 1000,
      dataDir: values["data-dir"],
    });
    // What a server prints is kept in logs: source lines are shown without secrets.
    const shown = started.diagnostics.length === 0 ? text : maskConfigSecrets(text);
    process.stderr.write(formatDiagnostics(file, shown, started.diagnostics, process.stderr));
    if (!started.ok) {
      if (started.message !== undefined) process.stderr.write(`sluice run: ${started.message}\n`);
      return 1;
    }
    server = started.server;
    process.stderr.write(`Sluice runs ${fileName(file)}. Open ${server.url}\n`);
    const code = await Promise.race([asked, broken]);
    process.stderr.write("stopping: the intake closes, buffers are sent\n");
    const lost = await server.stop();
    if (lost > 0) process.stderr.write(`stopped; ${lost} entries could not be delivered in time\n`);
    closeLostTerminals();
    return code;
  },
};

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

/**
 * Resolves with the exit code 0 at the first signal that asks for the end; the next SIGTERM or SIGINT ends the process
 * as the signal would by itself. A terminal that closes sends SIGHUP more than once (its shell and the system), which
 * asks for nothing more.
 */
function untilSignal(): Promise<ExitCode> {
  return new Promise((resolve) => {
    let asked = false;
    const handle = (code: number | undefined) => () => {
      if (asked && code !== undefined) process.exit(code);
      asked = true;
      resolve(0);
    };
    process.on("SIGTERM", handle(143));
    process.on("SIGINT", handle(130));
    process.on("SIGHUP", handle(undefined));
  });
}
