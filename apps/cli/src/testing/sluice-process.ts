/** The real command in a process of its own, for tests: output by lines, its addresses, and its end. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The command itself. */
export const SLUICE_BIN = fileURLToPath(new URL("../../bin/sluice.mjs", import.meta.url));
const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const BUILD = fileURLToPath(new URL("../../../../scripts/build.mjs", import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end. */
export async function runSluice(argv: readonly string[], input?: string | Uint8Array): Promise<Finished> {
  const child = spawnSluice(argv);
  const finished = collectOutput(child);
  // A command that ends without reading its input is not a failure of the test.
  child.stdin!.on("error", () => {});
  child.stdin!.end(input ?? "");
  return finished;
}

/** Starts a command with pipes to all three streams, for tests that send signals or close pipes. */
export function spawnSluice(argv: readonly string[], variables: NodeJS.ProcessEnv = {}): ChildProcess {
  if (UNIT_TEST) buildOnce();
  const env = { ...process.env, ...(UNIT_TEST ? { SLUICE_BUILD: "off" } : {}), ...variables };
  return spawn(process.execPath, [SLUICE_BIN, ...argv], { stdio: ["pipe", "pipe", "pipe"], env });
}

/** Unit tests do without the page; those of the page let the command build it. */
const UNIT_TEST = process.env.VITEST !== undefined;

let built = false;

/** Apart from the command, which would say so on standard error, at which tests look. */
function buildOnce(): void {
  if (built) return;
  const { status, stderr } = spawnSync(process.execPath, [BUILD, "--node"], { encoding: "utf8" });
  if (status !== 0) throw new Error(`the build failed: ${stderr}`);
  built = true;
}

/** What a process prints and how it ends; `code` is null where a signal ended it. */
export function collectOutput(child: ChildProcess): Promise<Finished> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout!.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr!.on("data", (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
}

/** Waits until a stream of the child has printed `text`; gives all that it printed until then. Listen before the child can have printed it. */
export function untilPrinted(stream: NodeJS.ReadableStream, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = "";
    stream.on("data", (chunk: Buffer) => {
      seen += chunk.toString();
      if (seen.includes(text)) resolve(seen);
    });
    stream.on("end", () => reject(new Error(`${JSON.stringify(text)} was not printed, but: ${seen}`)));
  });
}

/** A server started by `sluice run`. */
export interface RunningSluice {
  /** Of the page, the status and the metrics; ends in a slash. */
  readonly url: string;
  /** Where components listen, `host:port`, by their ids; of several places of one the first. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Address of the push API, where nothing else listens. */
  readonly pushAddress: string;
  readonly process: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Asks it to stop and waits for the end. */
  stop(): Promise<Finished>;
}

/** Starts `sluice run` on free ports and waits until it says where it is. */
export function startSluice(
  configFile: string,
  argv: readonly string[] = [],
  variables: NodeJS.ProcessEnv = {},
): Promise<RunningSluice> {
  return untilItRuns(spawnSluice(["run", ...ANY_PORT, ...argv, configFile], variables));
}

/** The same by the command that the README gives: `npm start -- --config FILE`. Signals are sent to npm. */
export function startByNpm(configFile: string, argv: readonly string[] = []): Promise<RunningSluice> {
  const args = ["start", "--", "--config", configFile, ...ANY_PORT, ...argv];
  const shell = process.platform === "win32";
  return untilItRuns(spawn("npm", args, { cwd: ROOT, stdio: ["pipe", "pipe", "pipe"], shell }));
}

const ANY_PORT = ["--listen", "127.0.0.1:0"];

async function untilItRuns(child: ChildProcess): Promise<RunningSluice> {
  child.stdin!.end();
  const finished = collectOutput(child);
  const url = await new Promise<string>((resolve, reject) => {
    let seen = "";
    child.stderr!.on("data", (chunk: Buffer) => {
      seen += chunk.toString();
      const match = /Open (https?:\S+)/.exec(seen);
      if (match) resolve(match[1]!);
    });
    finished.then(({ code, stderr }) => reject(new Error(`sluice run ended with ${code}: ${stderr}`)), reject);
  });
  // One that asks for a token tells nothing of it; nor is anything asked of one whose certificate nobody signed.
  const status = (url.startsWith("https:") ? {} : await (await fetch(`${url}api/status`)).json()) as {
    components?: { id: string; details: { listening?: string; listeners?: { listening: string }[] } }[];
  };
  const addresses = new Map(
    (status.components ?? []).flatMap(({ id, details: { listening, listeners } }) => {
      const address = listening ?? listeners?.[0]?.listening;
      return address === undefined ? [] : [[id, address] as const];
    }),
  );
  return {
    url,
    addresses,
    pushAddress: [...addresses.values()][0] ?? "",
    process: child,
    finished,
    stop() {
      child.kill("SIGTERM");
      return finished;
    },
  };
}
