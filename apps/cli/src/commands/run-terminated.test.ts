/** A server that is told to end under load: nothing that it acknowledged is lost, whatever the upstream does. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { startSluice } from "../testing/sluice-process.ts";
import { useTemporaryFolder } from "../testing/temporary-folder.ts";

const folder = useTemporaryFolder();
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Lines that an upstream took, by its answers. */
async function startUpstream(answer: (response: ServerResponse, request: number) => boolean | Promise<boolean>) {
  const received: string[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", async () => {
      const { streams } = JSON.parse(Buffer.concat(parts).toString()) as { streams: { values: [string, string][] }[] };
      const lines = streams.flatMap(({ values }) => values.map(([, line]) => line));
      if (await answer(response, ++requests)) received.push(...lines);
    });
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { received, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const config = (upstream: string) => `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.process.main.receiver]
}

logs.process "main" {
  forward_to = [logs.write.up.receiver]

  stage.static_labels {
    values = { through = "the pipeline" }
  }
}

logs.write "up" {
  endpoint {
    url                 = "http://${upstream}/push"
    encoding            = "json"
    batch_wait          = "50ms"
    batch_size          = "2KiB"
    min_backoff_period  = "20ms"
    max_backoff_period  = "50ms"
    max_backoff_retries = 0
  }
}
`;

/** Pushes over several connections until the server does not take any more; gives what was acknowledged. */
function pushUntilRefused(address: string): { readonly acknowledged: string[]; readonly done: Promise<unknown> } {
  const acknowledged: string[] = [];
  const one = async (client: number): Promise<void> => {
    for (let i = 0; ; i++) {
      const lines = Array.from({ length: 5 }, (_, k) => `client ${client} push ${i} line ${k}`);
      const body = JSON.stringify({ streams: [{ stream: { job: "load" }, values: lines.map((line) => ["1", line]) }] });
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(`http://${address}/loki/api/v1/push`, { method: "POST", headers, body }).catch(
        () => undefined,
      );
      await answer?.text().catch(() => {});
      if (answer === undefined) return;
      if (answer.status === 204) acknowledged.push(...lines);
    }
  };
  return { acknowledged, done: Promise.all([1, 2, 3, 4].map(one)) };
}

async function terminateUnderLoad(upstream: string, drainTimeout: string) {
  const file = folder.write("config.alloy", config(upstream));
  const server = await startSluice(file, ["--drain-timeout", drainTimeout, "--data-dir", folder.path("data")]);
  const { acknowledged, done } = pushUntilRefused(server.pushAddress);
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(200);
  server.process.kill("SIGTERM");
  const finished = await server.finished;
  await done;
  return { ...finished, acknowledged };
}

const ok = (response: ServerResponse): true => {
  response.writeHead(204).end();
  return true;
};
const fail = (response: ServerResponse): false => {
  response.writeHead(500).end();
  return false;
};

it.each<[string, Parameters<typeof startUpstream>[0]]>([
  ["answers at once", ok],
  // Not waiting for something to happen: this is what makes it slow.
  ["is slow", (response) => new Promise((resolve) => setTimeout(() => resolve(ok(response)), 30))],
  ["answers every other request with 500", (response, request) => (request % 2 === 1 ? fail(response) : ok(response))],
])(
  "loses nothing while the upstream %s",
  async (_name, answer) => {
    const { received, address } = await startUpstream(answer);
    const { code, stderr, acknowledged } = await terminateUnderLoad(address, "60");
    expect([code, stderr.includes("could not be delivered")]).toEqual([0, false]);
    const arrived = new Set(received);
    expect(acknowledged.filter((line) => !arrived.has(line))).toEqual([]);
    expect(arrived.size).toBe(received.length);
  },
  120_000,
);

it("ends when its time is over where the upstream is away, and says how many were left", async () => {
  const { address } = await startUpstream(fail);
  // Its port is closed from here on.
  await new Promise((resolve) => open.pop()!.close(resolve));
  const { code, stderr, acknowledged } = await terminateUnderLoad(address, "3");
  expect(code).toBe(0);
  const [, left] = /stopped; (\d+) entries could not be delivered in time/.exec(stderr)!;
  // Whoever got no answer any more may have been taken, too.
  expect(Number(left)).toBeGreaterThanOrEqual(acknowledged.length);
  expect(stderr).toContain("the server stopped before it could be sent");
}, 120_000);
