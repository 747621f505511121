/** The real command in a process of its own, for tests: output by lines, its addresses, and its end. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../bin/sluice.mjs", import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end. */
export async function runSluice(argv: readonly string[], input?: string): Promise<Finished> {
  const child = spawn(process.execPath, [BIN, ...argv], { stdio: ["pipe", "pipe", "pipe"] });
  const finished = collect(child);
  child.stdin.end(input ?? "");
  return finished;
}

function collect(child: ChildProcess): Promise<Finished> {
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

/** A server started by `sluice run`. */
export interface RunningSluice {
  /** Of the page, the status and the metrics; ends in a slash. */
  readonly url: string;
  /** Address of the push API, `host:port`. */
  readonly pushAddress: string;
  /** Asks it to stop and waits for the end. */
  stop(): Promise<Finished>;
}

/** Starts `sluice run` on free ports and waits until it says where it is. */
export async function startSluice(configFile: string, argv: readonly string[] = []): Promise<RunningSluice> {
  const child = spawn(process.execPath, [BIN, "run", "--listen", "127.0.0.1:0", ...argv, configFile], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const finished = collect(child);
  const url = await new Promise<string>((resolve, reject) => {
    let seen = "";
    child.stderr!.on("data", (chunk: Buffer) => {
      seen += chunk.toString();
      const match = /Open (http:\S+)/.exec(seen);
      if (match) resolve(match[1]!);
    });
    void finished.then(({ code, stderr }) => reject(new Error(`sluice run ended with ${code}: ${stderr}`)));
  });
  const status = (await (await fetch(`${url}api/status`)).json()) as {
    components: { details: { listening?: string } }[];
  };
  return {
    url,
    pushAddress:
      status.components.map(({ details }) => details.listening).find((address) => address !== undefined) ?? "",
    stop() {
      child.kill("SIGTERM");
      return finished;
    },
  };
}
