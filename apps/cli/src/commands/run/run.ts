/** `sluice run`: the server, from a configuration until SIGTERM, Ctrl-C, or the end of its terminal. */
import { maskConfigSecrets, messageOf, readTree } from "@sluice/engine";
import type { ConfigStatus } from "@sluice/protocol";
import {
  type ConfigFiles,
  createProcessLog,
  installFaultBelt,
  keepHeapSmall,
  SluiceServer,
  type StartResult,
  sha256Hex,
} from "@sluice/server";
import type { Command } from "../../command.ts";
import { fileName, isFolder, readConfig } from "../../config-file.ts";
import { formatDiagnostics } from "../../diagnostics-text.ts";
import { pageFolder, version } from "../../installation.ts";
import { printText, rememberTerminals } from "../../output.ts";
import { endProcess, endSoon } from "../../process-end.ts";
import { RUN_HELP, type RunOptions, readRunOptions } from "./run-options.ts";
import { listenForSignals, Reloads } from "./run-signals.ts";

/** What a stop may take beyond its time before the process ends without it: for writing down what a restart needs. */
const STOP_GRACE_MS = 5000;

const say = (text: string): void => void process.stderr.write(text);

export const run: Command = {
  help: RUN_HELP,
  onOutputLoss: "go-on",
  async run(argv) {
    const options = await readRunOptions(argv);
    const config = await readConfig(options.file);
    // From here on, so that a signal that comes during the start is not lost, and one that comes later not fatal.
    const reloads = new Reloads();
    const asked = listenForSignals(reloads);
    const closeLostTerminals = rememberTerminals();
    let server: SluiceServer | undefined;
    const broken = untilBroken(() => server);
    const started = await startServer(options, config);
    sayDiagnostics(config, started);
    if (!started.ok) {
      if (started.message !== undefined) say(`sluice run: ${started.message}\n`);
      return 1;
    }
    server = started.server;
    keepHeapSmall();
    reloads.serve(server);
    sayWhatRuns(server, options.file, config);
    const end = await Promise.race([asked, broken]);
    await stopServer(server, options.drainSeconds, end);
    closeLostTerminals();
    const code = end === 1 ? 1 : 0;
    endSoon(code);
    return code;
  },
};

/** Resolves where the platform itself is broken; before the server runs, the process ends. */
function untilBroken(server: () => SluiceServer | undefined): Promise<1> {
  return new Promise((resolve) => {
    installFaultBelt({
      own: () => server()?.faults,
      end(error) {
        say(`sluice run: cannot continue: ${messageOf(error)}\n`);
        if (server() === undefined) endProcess(1);
        resolve(1);
      },
    });
  });
}

async function startServer({ file, level, server }: RunOptions, config: ConfigFiles): Promise<StartResult> {
  const { log, adjust } = createProcessLog(
    level,
    (line) => process.stderr.write(line),
    () => new Date(),
  );
  return SluiceServer.start({
    ...server,
    configFile: file,
    config,
    configFolder: (await isFolder(file)) ? file : undefined,
    reread: file === "-" ? undefined : () => readConfig(file, { pipes: false }),
    page: pageFolder(),
    version: version(),
    log,
    adjustLog: adjust,
    print: printText,
    input: file === "-" ? undefined : () => process.stdin,
  });
}

/** What a server prints is kept in logs: source lines are shown without secrets. */
function sayDiagnostics(config: ConfigFiles, { diagnostics }: StartResult): void {
  const shown = diagnostics.length === 0 ? config.text : maskConfigSecrets(readTree(config.text));
  say(formatDiagnostics(config, shown, diagnostics, process.stderr));
}

function sayWhatRuns(server: SluiceServer, file: string, config: ConfigFiles): void {
  const { configuration } = server.status();
  if (configuration.fallback !== undefined) say(`sluice run: ${configuration.fallback}\n`);
  const isFile = configuration.sha256 === sha256Hex(config.text);
  say(`${runsText(fileName(file), isFile, configuration)}. Open ${server.url}\n`);
}

async function stopServer(server: SluiceServer, seconds: number, end: NodeJS.Signals | 1): Promise<void> {
  say(stoppingText(seconds, end === "SIGINT" && process.stderr.isTTY === true));
  const lost = await Promise.race([server.stop(), after(seconds * 1000 + STOP_GRACE_MS)]);
  if (lost === undefined) say("stopped; the shutdown did not finish in time\n");
  else if (lost > 0) say(`stopped; ${lost} entries could not be delivered in time\n`);
}

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

/** After a Ctrl-C the terminal's `^C` is on the line. */
export function stoppingText(seconds: number, behindControlC: boolean): string {
  const line = `stopping: the intake closes, buffers are sent (at most ${seconds} s; Ctrl-C again exits at once)\n`;
  return behindControlC ? `\n${line}` : line;
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
}
