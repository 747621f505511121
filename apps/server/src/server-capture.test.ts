/** Captures over HTTP, of a whole server. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSamples } from "@sluice/engine";
import type { CaptureAnswer, CaptureTargets } from "@sluice/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TEST_CERTIFICATE, type TestCertificate } from "./testing/certificate.ts";
import { PUSH, ServerFixture, SOURCE } from "./testing/server-fixture.ts";
import { StubUpstream } from "./testing/stub-upstream.ts";

const MAIN = "logs.process.main";
const TOKEN = "s3cr3t-bearer";

let fixture: ServerFixture;
const stubs: StubUpstream[] = [];
beforeEach(() => {
  fixture = new ServerFixture();
});
afterEach(async () => {
  await fixture.remove();
  for (const stub of stubs.splice(0)) await stub.close();
});

async function capture(body: unknown): Promise<{ status: number; answer: CaptureAnswer & { error?: string } }> {
  const response = await fetch(new URL("/api/capture", fixture.server.url), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: (await response.json()) as CaptureAnswer };
}

/** Pushes until the capture has ended. */
async function captureWhile(body: unknown, ...lines: string[]): Promise<CaptureAnswer> {
  let done = false;
  const capturing = capture(body).finally(() => {
    done = true;
  });
  while (!done) await fixture.push(...lines);
  return (await capturing).answer;
}

const linesOf = ({ samples }: CaptureAnswer): string[] => {
  const read = readSamples(samples);
  if (!read.ok) throw new Error(read.error.message);
  return read.entries.map(({ line }) => line);
};

describe("a capture of a journal", () => {
  const JOURNAL = `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.journal.intake.receiver]
}
logs.journal "intake" {
  forward_to = [logs.write.away.receiver]
}
logs.write "away" {
  endpoint {
    url = "http://127.0.0.1:9/loki/api/v1/push"
    queue_config {
      drain_timeout = "1ms"
    }
  }
}
`;
  const from = (more: object = {}) => capture({ journal: "logs.journal.intake", ...more });

  it("has what came before anybody asked, without secrets, the newest where there is more", async () => {
    await fixture.start(JOURNAL);
    await fixture.push("#1", "other", "#2");
    await fixture.push("#3 password=hunter22");
    const { status, answer } = await from();
    expect([status, linesOf(answer)]).toEqual([200, ["#1", "other", "#2", "#3 password=secret-0001"]]);
    expect(answer).toMatchObject({ seen: 4, ended: "done", replaced: { password: 1 } });
    const chosen = async (more: object) => {
      const { answer } = await from({ text: "#", ...more });
      return [linesOf(answer).map((line) => line.slice(0, 2)), answer.ended];
    };
    expect(await chosen({ selector: '{job="a"} != "#2"' })).toEqual([["#1", "#3"], "done"]);
    expect(await chosen({ entries: 2 })).toEqual([["#2", "#3"], "entries"]);
    expect(await chosen({ entries: 2, direction: "forward" })).toEqual([["#1", "#2"], "entries"]);
    expect(await chosen({ every: 2 })).toEqual([["#1", "#3"], "done"]);
    expect(await chosen({ start: new Date(Date.now() + 3_600_000).toISOString() })).toEqual([[], "done"]);
    const bounded = await from({ bytes: 25 });
    expect([bounded.answer.ended, bounded.answer.bytes <= 25]).toEqual(["bytes", true]);
  });

  it("is offered, and refused where there is none", async () => {
    await fixture.start(JOURNAL);
    const targets = JSON.parse((await fixture.get("/api/capture")).text) as CaptureTargets;
    expect(targets.journals).toEqual(["logs.journal.intake"]);
    expect((await capture({ journal: "logs.journal.gone" })).status).toBe(404);
    expect((await from({ selector: "{" })).status).toBe(400);
  });
});

describe("a capture of live traffic", () => {
  it("gives samples that the reader takes, without secrets, and says what was replaced", async () => {
    await fixture.start(SOURCE);
    const answer = await captureWhile(
      { component: MAIN, entries: 2, seconds: 60 },
      "user=ann@b.example password=hunter22",
    );
    expect(linesOf(answer)).toEqual(Array(2).fill("user=user-1@example.com password=secret-0001"));
    expect(answer).toMatchObject({ entries: 2, ended: "entries", replaced: { mail: 2, password: 2 } });
    expect(JSON.parse(answer.samples.split("\n")[0]!)).toMatchObject({ labels: { job: "a" } });
  });

  it("keeps the structure of lines, and what one of them tells of a value holds for those before it", async () => {
    await fixture.start(SOURCE);
    const lines = [
      "retry with k3y-0f-sh0p from 10.0.0.9",
      '{"headers":{"Authorization":["Bearer sk_live_51Hx9aKq2eZvKYlo2C"],"X-Api-Key":["k3y-0f-sh0p"]},"status":200}',
    ];
    const answer = await captureWhile({ component: MAIN, entries: 2, seconds: 60 }, ...lines);
    expect(linesOf(answer)).toEqual([
      "retry with secret-0001 from 10.0.0.9",
      '{"headers":{"Authorization":["Bearer sk_live_000000000000000001"],"X-Api-Key":["secret-0001"]},"status":200}',
    ]);
    expect(answer.replaced).toEqual({ token: 1, password: 2 });
  });

  it("takes what fits, one of so many", async () => {
    await fixture.start(SOURCE);
    const asked = { component: MAIN, entries: 3, seconds: 60, text: "#", selector: '{job="a"} != "no"', every: 2 };
    const answer = await captureWhile(asked, "#1", "other", "# no", "#2", "#3", "#4");
    expect(linesOf(answer)).toEqual(["#1", "#3", "#1"]);
  });

  it("ends at its bytes, and at its time", async () => {
    await fixture.start(SOURCE);
    const long = await captureWhile({ component: MAIN, bytes: 1000, seconds: 60 }, "x".repeat(300));
    expect([long.ended, long.entries]).toEqual(["bytes", 2]);
    const { answer } = await capture({ component: MAIN, seconds: 0.1 });
    expect(answer).toMatchObject({ ended: "time", entries: 0, samples: "" });
  });

  it.each<[number, unknown]>([
    [400, {}],
    [400, { component: MAIN, entries: 2001 }],
    [400, { component: MAIN, seconds: 61 }],
    [400, { component: MAIN, selector: "{" }],
    [404, { component: "logs.source.api.in" }],
    [404, { loki: "logs.write.out", query: "{}" }],
  ])("is refused with %i: %j", async (status, body) => {
    await fixture.start(SOURCE);
    expect((await capture(body)).status).toBe(status);
  });
});

const STREAMS = {
  status: "success",
  data: {
    resultType: "streams",
    result: [
      { stream: { app: "b" }, values: [["2", "second", { structuredMetadata: { trace: "t" } }]] },
      {
        stream: { app: "a" },
        values: [
          ["3", "third token=abcdef"],
          ["1", "first"],
        ],
      },
    ],
  },
};

describe("a capture from a Loki", () => {
  type Answer = (path: string) => { status?: number; body: string };

  const streams: Answer = () => ({ body: JSON.stringify(STREAMS) });

  /** A server that sends to a Loki; `more` is what else its endpoint says. */
  async function start(answer: Answer, more = "", tls?: TestCertificate): Promise<StubUpstream> {
    const stub = await StubUpstream.start((response, { url }) => {
      const { status = 200, body } = answer(url);
      response.writeHead(status).end(body);
    }, tls);
    stubs.push(stub);
    await fixture.start(`${PUSH}
logs.process "main" { forward_to = [logs.write.out.receiver] }
logs.write "out" {
  endpoint {
    url = "${stub.url}/loki/api/v1/push"
    bearer_token = "${TOKEN}"
    tenant_id = "t1"
    ${more}
  }
}`);
    return stub;
  }

  it("asks where entries are sent to, with its credentials, and gives samples in the order of their times", async () => {
    const stub = await start(streams);
    const targets = JSON.parse((await fixture.get("/api/capture")).text) as CaptureTargets;
    expect(targets).toMatchObject({
      components: [MAIN, "logs.write.out"],
      lokis: [{ name: "logs.write.out", url: stub.url, component: "logs.write.out" }],
    });
    const { answer } = await capture({
      loki: "logs.write.out",
      query: '{app=~".+"}',
      start: "1970-01-01T00:00:00Z",
      end: "1970-01-01T00:00:01Z",
      entries: 50,
    });
    expect(linesOf(answer)).toEqual(["first", "second", "third token=secret-0001"]);
    expect(JSON.parse(answer.samples.split("\n")[1]!)).toEqual({
      labels: { app: "b" },
      line: "second",
      timestamp: "1970-01-01T00:00:00.000000002Z",
      structured_metadata: { trace: "t" },
    });
    const { url, headers } = stub.seen[0]!;
    expect(Object.fromEntries(new URL(url, stub.url).searchParams)).toEqual({
      query: '{app=~".+"}',
      start: "0",
      end: "1000000000",
      limit: "50",
      direction: "backward",
    });
    expect(headers).toContainEqual(["authorization", `Bearer ${TOKEN}`]);
    expect(headers).toContainEqual(["x-scope-orgid", "t1"]);
  });

  it("is reached as entries are sent: by the endpoint's TLS settings", async () => {
    const authority = join(fixture.folder, "ca.pem");
    const more = (name: string) => `tls_config {
      ca_file     = ${JSON.stringify(authority)}
      server_name = "${name}"
    }`;
    writeFileSync(authority, TEST_CERTIFICATE.cert);
    const stub = await start(streams, more("localhost"), TEST_CERTIFICATE);
    const asked = { loki: "logs.write.out", query: "{}" };
    expect((await capture(asked)).answer.entries).toBe(3);
    // The file is read for each request, and what it says now counts.
    writeFileSync(authority, "nobody");
    const { status, answer } = await capture(asked);
    expect([status, stub.seen.length]).toEqual([502, 1]);
    expect(answer.error).toMatch(/^https:\/\/127\.0\.0\.1:\d+: /);
    rmSync(authority);
    expect((await capture(asked)).answer.error).toMatch(/ca\.pem/);
  });

  it("is reached through the endpoint's proxy, whose password is not told", async () => {
    const proxy = await StubUpstream.start((response, { url }) =>
      url.startsWith("http://loki.example:3100/")
        ? response.end(JSON.stringify(STREAMS))
        : response.writeHead(400).end("not one of a proxy"),
    );
    stubs.push(proxy);
    const address = proxy.url.replace("http://", "http://ann:pass-word@");
    await fixture.start(`${PUSH}
logs.process "main" { forward_to = [logs.write.out.receiver] }
logs.write "out" {
  endpoint {
    url       = "http://loki.example:3100/loki/api/v1/push"
    proxy_url = "${address}"
  }
}`);
    expect((await capture({ loki: "logs.write.out", query: "{}" })).answer.entries).toBe(3);
    expect(proxy.header("proxy-authorization")).toBe(`Basic ${btoa("ann:pass-word")}`);
    const { lokis } = JSON.parse((await fixture.get("/api/capture")).text) as CaptureTargets;
    expect(JSON.stringify(lokis)).not.toContain("pass-word");
  });

  it.each<[string, { status?: number; body: string }, string]>([
    [
      "a refusal, without secrets",
      { status: 400, body: `parse error at Bearer ${TOKEN}\nmore` },
      "it answered 400: parse error at Bearer (secret)",
    ],
    ["what is not JSON", { body: "<html>" }, "its answer is not JSON"],
    [
      "numbers",
      { body: '{"data":{"resultType":"matrix","result":[]}}' },
      "its answer has no streams: ask for log lines, not for numbers",
    ],
    [
      "other values",
      { body: '{"data":{"resultType":"streams","result":[{"values":[[1,2]]}]}}' },
      "its answer is not of the form that Loki documents",
    ],
    ["a redirect", { status: 302, body: "" }, "it answered 302"],
  ])("tells %s in one line", async (_, answer, message) => {
    const stub = await start(() => answer);
    const { status, answer: told } = await capture({ loki: "logs.write.out", query: "{}" });
    expect([status, told.error]).toEqual([502, `${stub.url}: ${message}`]);
  });

  it("asks one that is given on the command line, without showing its password", async () => {
    const stub = await StubUpstream.start((response) => response.end(JSON.stringify(STREAMS)));
    stubs.push(stub);
    await fixture.start(SOURCE, { queryLoki: stub.url.replace("http://", "http://ann:pass-word@") });
    const { lokis } = JSON.parse((await fixture.get("/api/capture")).text) as CaptureTargets;
    expect(lokis).toEqual([{ name: "query-loki", url: stub.url }]);
    expect((await capture({ loki: "query-loki", query: "{}", tenant: "x" })).answer.entries).toBe(3);
    expect(stub.seen[0]!.headers).toContainEqual(["authorization", `Basic ${btoa("ann:pass-word")}`]);
    expect(stub.seen[0]!.headers).toContainEqual(["x-scope-orgid", "x"]);
  });
});
