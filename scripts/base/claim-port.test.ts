/** The page's port is asked for before anything is built. */
import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { claimPort, DEFAULT_LISTEN } from "../../apps/cli/bin/claim-port.mjs";
import { run } from "../../apps/cli/src/commands/run/run.ts";
import { runSluice } from "../../apps/cli/src/testing/sluice-process.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
});

/** Listens on a port of the platform's choice. */
async function busyPort(): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens on no port");
  return address.port;
}

const terminal = (answer: string, asked: string[] = []) => ({
  isTerminal: true,
  ask: async (question: string) => {
    asked.push(question);
    return answer;
  },
});
const pipe = { isTerminal: false, ask: () => Promise.reject(new Error("there is nobody to ask")) };

describe("the port of the page", () => {
  it("has the default that the command line names", () => expect(run.help).toContain(`(default ${DEFAULT_LISTEN};`));

  it.each([
    ["a free one is taken as it is", ["--listen", "127.0.0.1:0", "x.alloy"]],
    ["one that cannot be read is left to the command", ["--listen", "nonsense", "x.alloy"]],
    ["one after -- is a file", ["--listen=127.0.0.1:0", "--", "--listen"]],
  ])("%s", async (_what, argv) => {
    expect(await claimPort(argv, pipe)).toEqual({ argv });
  });

  it("names a free one where nobody can be asked", async () => {
    const port = await busyPort();
    const { refusal } = await claimPort(["--listen", `127.0.0.1:${port}`, "x.alloy"], pipe);
    expect(refusal).toMatch(
      new RegExp(`^127\\.0\\.0\\.1 port ${port} is in use; \\d+ is free: --listen 127\\.0\\.0\\.1:\\d+$`),
    );
  });

  it.each(["", "y", "Yes"])("offers a free one on a terminal, which %j takes", async (answer) => {
    const port = await busyPort();
    const asked: string[] = [];
    const { argv } = await claimPort(["--strict", "--listen", `127.0.0.1:${port}`, "x.alloy"], terminal(answer, asked));
    const other = Number(/:(\d+)$/.exec(argv![0]!)![1]);
    expect(other).toBeGreaterThan(port);
    expect(argv).toEqual([`--listen=127.0.0.1:${other}`, "--strict", "x.alloy"]);
    expect(asked).toEqual([`127.0.0.1 port ${port} is in use. Listen on ${other} instead? [Y/n] `]);
  });

  it("refuses where the offer is not taken", async () => {
    const port = await busyPort();
    expect(await claimPort([`--listen=127.0.0.1:${port}`, "x.alloy"], terminal("n"))).toEqual({
      refusal: `127.0.0.1 port ${port} is in use; --listen HOST:PORT names another`,
    });
  });

  it("refuses a busy port before it reads the configuration", async () => {
    const port = await busyPort();
    expect(await runSluice(["run", "--listen", `127.0.0.1:${port}`, "/none.alloy"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`^sluice run: 127\\.0\\.0\\.1 port ${port} is in use; `)),
    });
  });
});
