/**
 * A server that is ended under load: nothing that it acknowledged is lost, whatever the upstream does, and where that is
 * away until the time is over, all that is left is reported.
 */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type RunningSluice, startSluice, untilPrinted } from "../../testing/sluice-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";

const folder = useTemporaryFolder();
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Answers a request, and says whether it took what was in it. */
type Answering = (response: ServerResponse, request: number) => boolean | Promise<boolean>;

class Upstream {
  /** Lines that it took. */
  readonly received: string[] = [];
  #answer: Answering;
  #requests = 0;
  readonly #server: Server;

  private constructor(answer: Answering) {
    this.#answer = answer;
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", async () => {
        const { streams } = JSON.parse(Buffer.concat(parts).toString()) as {
          streams: { values: [string, string][] }[];
        };
        const lines = streams.flatMap(({ values }) => values.map(([, line]) => line));
        if (await this.#answer(response, ++this.#requests)) this.received.push(...lines);
      });
    });
    open.push(this.#server);
  }

  static async start(answer: Answering): Promise<Upstream> {
    const upstream = new Upstream(answer);
    await upstream.#listen(0);
    return upstream;
  }

  async #listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    this.address = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  address = "";

  answerBy(answer: Answering): void {
    this.#answer = answer;
  }

  /** Closes its port. */
  async goAway(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  comeBack(): Promise<void> {
    return this.#listen(Number(this.address.split(":")[1]));
  }
}

const config = (upstream: string) => `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.process.main.receiver]
}

logs.source.otlp "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.process.main.receiver]
}

logs.process "main" {
  forward_to = [logs.write.up.receiver]

  // Holds the last line of each client.
  stage.multiline {
    firstline     = "^client"
    max_wait_time = "1h"
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

const CLIENTS = 4;
/** Lines. */
const PUSH = 5;

interface Pushing {
  /** By the component that takes it. */
  readonly to: string;
  readonly path: string;
  /** Of the answer that acknowledges it. */
  readonly status: number;
  body(client: string, lines: readonly string[]): unknown;
}

const WAYS: readonly Pushing[] = [
  {
    to: "logs.source.api.in",
    path: "/loki/api/v1/push",
    status: 204,
    body: (client, lines) => ({ streams: [{ stream: { client }, values: lines.map((line) => ["1", line]) }] }),
  },
  {
    to: "logs.source.otlp.in",
    path: "/v1/logs",
    status: 200,
    body: (client, lines) => {
      const attributes = [{ key: "service.name", value: { stringValue: client } }];
      const logRecords = lines.map((line) => ({ timeUnixNano: "1", body: { stringValue: line } }));
      return { resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords }] }] };
    },
  },
];

/** Pushes over several connections until the server does not take any more; gives what was acknowledged. */
function pushUntilRefused({ addresses }: RunningSluice): {
  readonly acknowledged: string[];
  readonly done: Promise<unknown>;
} {
  const acknowledged: string[] = [];
  const one = async (client: number): Promise<void> => {
    const { to, path, status, body } = WAYS[client % WAYS.length]!;
    const url = `http://${addresses.get(to)!}${path}`;
    const headers = { "Content-Type": "application/json" };
    for (let i = 0; ; i++) {
      const lines = Array.from({ length: PUSH }, (_, k) => `client ${client} push ${i} line ${k}`);
      const push = { method: "POST", headers, body: JSON.stringify(body(`client-${client}`, lines)) };
      const answer = await fetch(url, push).catch(() => undefined);
      await answer?.text().catch(() => {});
      if (answer === undefined) return;
      if (answer.status === status) acknowledged.push(...lines);
    }
  };
  return { acknowledged, done: Promise.all(Array.from({ length: CLIENTS }, (_, i) => one(i))) };
}

interface Termination {
  /** Once this many are acknowledged, while clients push. */
  readonly after?: number;
  /** When it stops already. */
  whileStopping?(): unknown;
}

async function terminateUnderLoad(
  { address }: Upstream,
  drainTimeout: string,
  { after = 200, whileStopping }: Termination = {},
) {
  const file = folder.write("config.alloy", config(address));
  const server = await startSluice(file, ["--drain-timeout", drainTimeout, "--data-dir", folder.path("data")]);
  const { acknowledged, done } = pushUntilRefused(server);
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(after);
  await expect
    .poll(() => new Set(acknowledged.map((line) => line.split(" ")[1])).size, { timeout: 30_000 })
    .toBe(CLIENTS);
  const stopping = untilPrinted(server.process.stderr!, "stopping: ");
  server.process.kill("SIGTERM");
  await stopping;
  await whileStopping?.();
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

const leftOf = (stderr: string): number =>
  Number(/stopped; (\d+) entries could not be delivered in time/.exec(stderr)?.[1]);

describe("loses nothing while the upstream", () => {
  async function expectAll(upstream: Upstream, termination?: Termination): Promise<void> {
    const { code, stderr, acknowledged } = await terminateUnderLoad(upstream, "60", termination);
    expect([code, stderr.includes("could not be delivered")]).toEqual([0, false]);
    const arrived = new Set(upstream.received);
    expect(acknowledged.filter((line) => !arrived.has(line))).toEqual([]);
    expect(arrived.size).toBe(upstream.received.length);
  }

  it.each<[string, Answering]>([
    ["answers at once", ok],
    // Not waiting for something to happen: this is what makes it slow.
    ["is slow", (response) => new Promise((resolve) => setTimeout(() => resolve(ok(response)), 30))],
    [
      "answers every other request with 500",
      (response, request) => (request % 2 === 1 ? fail(response) : ok(response)),
    ],
  ])(
    "%s",
    async (_name, answer) => {
      await expectAll(await Upstream.start(answer));
    },
    120_000,
  );

  it("is down, and comes back before the time is over", async () => {
    const upstream = await Upstream.start(ok);
    await upstream.goAway();
    await expectAll(upstream, { whileStopping: () => upstream.comeBack() });
  }, 240_000);
});

describe("ends when its time is over, and says how many were left, where the upstream", () => {
  it("is down", async () => {
    const upstream = await Upstream.start(fail);
    await upstream.goAway();
    const { code, stderr, acknowledged } = await terminateUnderLoad(upstream, "2");
    expect(code).toBe(0);
    // Whoever got no answer any more may have been taken, too.
    expect(leftOf(stderr)).toBeGreaterThanOrEqual(acknowledged.length);
    expect(stderr).toContain("the server stopped before it could be sent");
  }, 240_000);

  it.each<[string, Answering]>([
    ["answers with 500 from some time on", fail],
    // Those of the server's connections are cut at the end.
    ["does not answer any more", () => new Promise<boolean>(() => {})],
  ])(
    "%s",
    async (_name, then) => {
      const upstream = await Upstream.start((response, request) => {
        if (request === 5) upstream.answerBy(then);
        return ok(response);
      });
      const { code, stderr, acknowledged } = await terminateUnderLoad(upstream, "2", { after: 600 });
      expect(code).toBe(0);
      const arrived = new Set(upstream.received);
      expect(arrived.size).toBe(upstream.received.length);
      const missing = acknowledged.filter((line) => !arrived.has(line)).length;
      expect(missing).toBeGreaterThan(0);
      // At most one push of each client was taken and not answered any more.
      expect(leftOf(stderr)).toBeGreaterThanOrEqual(missing);
      expect(leftOf(stderr)).toBeLessThanOrEqual(missing + CLIENTS * PUSH);
    },
    120_000,
  );
});
