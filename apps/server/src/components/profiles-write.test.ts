/** `profiles.write` against endpoints of the test's own: what is tried again, for how long, and what is told of it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ComponentArgs, MILLISECOND, type Nanos, type profilesWrite, SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ComponentContext } from "../core/component.ts";
import { RemoteWriteError } from "../core/profiles-receiver.ts";
import { ManualScheduler } from "../platform/scheduler.ts";
import { TEST_CERTIFICATE } from "../testing/certificate.ts";
import { EXPIRED_CERTIFICATE } from "../testing/expired-certificate.ts";
import { componentOf, never, START, type TestContext, testContext, valuesOf } from "../testing/fixtures.ts";
import { type Answering, StubUpstream } from "../testing/stub-upstream.ts";
import { ProfilesWrite, profilesWriteRecord } from "./profiles-write.ts";

/** Writes down the pauses that are asked for; while it is `hasty` they pass at once. */
class PauseWatch extends ManualScheduler {
  readonly pauses: Nanos[] = [];
  hasty = true;

  /** All that waits but for attempts, which have 10 s here, and bodies. */
  override after(delay: Nanos, action: () => void): () => void {
    const cancel = super.after(delay, action);
    if (delay === 10n * SECOND || delay === 250n * MILLISECOND) return cancel;
    this.pauses.push(delay);
    if (this.hasty) setImmediate(() => void this.advance(delay));
    return cancel;
  }
}

let scheduler: PauseWatch;
let context: TestContext;
let write: ProfilesWrite;
let folder: string;
const stubs: StubUpstream[] = [];
beforeEach(() => {
  scheduler = new PauseWatch(START);
  folder = mkdtempSync(join(tmpdir(), "sluice-profiles-write-"));
});
afterEach(async () => {
  await write?.drain(Promise.resolve());
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function stub(answer: Answering, tls?: Parameters<typeof StubUpstream.start>[1]): Promise<StubUpstream> {
  const one = await StubUpstream.start(answer, tls);
  stubs.push(one);
  return one;
}

/** As a server of profiles answers. */
const fine: Answering = (response, { url }) =>
  response.writeHead(200, url.includes("PusherService") ? { "Content-Type": "application/proto" } : {}).end();
/** Answers one after the other, the last of them from then on. */
const inTurn = (...answers: Answering[]): Answering => {
  let i = 0;
  return (...asked) => answers[Math.min(i++, answers.length - 1)]!(...asked);
};
const says =
  (status: number, body = "", type = "text/plain"): Answering =>
  (response) =>
    response.writeHead(status, { "Content-Type": type }).end(body);
const saysCode = (status: number, code: string, message = "m") =>
  says(status, JSON.stringify({ code, message }), "application/json");

const SHORT = 'min_backoff_period = "1s"\nmax_backoff_period = "4s"';
const endpoint = (url: string, more = "max_backoff_retries = 3") => `endpoint {\nurl = "${url}"\n${SHORT}\n${more}\n}`;
const nodeOf = (text: string) => componentOf("profiles.write", `profiles.write "out" {\n${text}\n}`);
const argsOf = (text: string) => nodeOf(text).args as ComponentArgs<typeof profilesWrite>;

function start(text: string, more: Partial<ComponentContext> = {}): void {
  const given = { prefix: "profiles_", baseDir: folder, ...more } as const;
  context = testContext("profiles.write.out", { ...given, scheduler });
  write = new ProfilesWrite(argsOf(text), 1, context);
}

const LABELS = [
  ["__name__", "n"],
  ["service_name", "n"],
] as const;
const BODY = Buffer.from("profile");
const nobody = new AbortController().signal;
const ingest = (signal: AbortSignal = nobody, deadline?: Nanos) =>
  write.profiles.ingest({ labels: LABELS, body: [BODY], contentTypes: ["a/b"], rawQuery: "name=n" }, signal, deadline);
const push = (signal: AbortSignal = nobody, deadline?: Nanos) =>
  write.profiles.append({ labels: LABELS, samples: [{ id: "", parts: [BODY] }] }, signal, deadline);
const errorOf = (sent: Promise<unknown>): Promise<Error | undefined> =>
  sent.then(
    () => undefined,
    (error: Error) => error,
  );
const values = () => valuesOf(context.metrics.collect(0n));
const details = () => (write.details().endpoints as Readonly<Record<string, unknown>>[])[0]!;

describe("what was ingested is tried again", () => {
  it.each<[number, boolean, string]>([
    [201, false, ""],
    [204, false, ""],
    [301, false, "follow_redirects = false"],
    [400, false, ""],
    [401, false, ""],
    [403, false, ""],
    [404, false, ""],
    [408, true, ""],
    [409, false, ""],
    [413, false, ""],
    [422, false, ""],
    [429, true, ""],
    [429, false, "retry_on_http_429 = false"],
    [499, false, ""],
    [500, true, ""],
    [501, true, ""],
    [503, true, ""],
    [599, true, ""],
  ])("after %d: %s %s", async (status, retried, more) => {
    const one = await stub(says(status, "why"));
    start(endpoint(one.url, `max_backoff_retries = 3\n${more}`));
    const error = await errorOf(ingest());
    expect(error).toBeInstanceOf(RemoteWriteError);
    expect((error as RemoteWriteError).status).toBe(status);
    expect((error as RemoteWriteError).retries).toBe(retried ? 2 : 0);
    const said = status === 204 ? "" : "why";
    expect(error!.message).toBe(
      `failed to ingest to endpoint ${one.url} (${retried ? 3 : 0} retries): remote error: status=${status} msg=${said}`,
    );
    expect(one.seen).toHaveLength(retried ? 3 : 1);
  });
});

describe("what was pushed is tried again", () => {
  it.each<[string, Answering, boolean, string]>([
    ["canceled", saysCode(499, "canceled"), false, ""],
    ["unknown", saysCode(500, "unknown"), true, ""],
    ["invalid_argument", saysCode(400, "invalid_argument"), false, ""],
    ["deadline_exceeded", saysCode(504, "deadline_exceeded"), true, ""],
    ["not_found", saysCode(404, "not_found"), false, ""],
    ["already_exists", saysCode(409, "already_exists"), false, ""],
    ["permission_denied", saysCode(403, "permission_denied"), false, ""],
    ["resource_exhausted", saysCode(429, "resource_exhausted"), true, ""],
    ["resource_exhausted", saysCode(429, "resource_exhausted"), false, "retry_on_http_429 = false"],
    ["failed_precondition", saysCode(400, "failed_precondition"), false, ""],
    ["aborted", saysCode(409, "aborted"), true, ""],
    ["out_of_range", saysCode(400, "out_of_range"), false, ""],
    ["unimplemented", saysCode(501, "unimplemented"), false, ""],
    ["internal", saysCode(500, "internal"), true, ""],
    ["unavailable", saysCode(503, "unavailable"), true, ""],
    ["data_loss", saysCode(500, "data_loss"), true, ""],
    ["unauthenticated", saysCode(401, "unauthenticated"), false, ""],
    ["internal", says(400), true, ""],
    ["unauthenticated", says(401), false, ""],
    ["permission_denied", says(403), false, ""],
    ["unimplemented", says(404), false, ""],
    ["unknown", says(413), true, ""],
    ["unavailable", says(429), true, "retry_on_http_429 = false"],
    ["unknown", says(204), true, ""],
    ["unknown", says(200, "<p>", "text/html"), true, ""],
  ])("after %s", async (code, answer, retried, more) => {
    const one = await stub(answer);
    start(endpoint(one.url, `max_backoff_retries = 3\n${more}`));
    const error = await errorOf(push());
    expect(error).not.toBeInstanceOf(RemoteWriteError);
    expect(error!.message).toContain(`failed to push to endpoint ${one.url} (${retried ? 3 : 0} retries): ${code}: `);
    expect(one.seen).toHaveLength(retried ? 3 : 1);
  });
});

describe("an endpoint that does not answer is asked again", () => {
  it.each<[string, Answering, RegExp]>([
    [
      "when it resets the connection",
      (_response, _seen, request) => request.socket.resetAndDestroy(),
      /reset|hang up/i,
    ],
    ["when it closes the connection", (response) => response.destroy(), /hang up/],
    ["when it leads round in a ring", (response) => response.writeHead(307, { Location: "/" }).end(), /10 redirects/],
  ])("%s", async (_name, answer, told) => {
    const one = await stub(answer);
    start(endpoint(one.url, "max_backoff_retries = 2"));
    for (const sent of [ingest, push]) {
      const error = await errorOf(sent());
      expect(error!.message).toMatch(/\(2 retries\)/);
      expect(error!.message).toMatch(told);
      expect(error).not.toBeInstanceOf(RemoteWriteError);
    }
    expect(details()).toMatchObject({ dropped: 2, sent: 0, in_flight: 0 });
  });

  it("when it takes too long, which is told in the words that people look for", async () => {
    // It answers after the time for it.
    const one = await stub(async (response) => {
      await scheduler.advance(10n * SECOND);
      response.end();
    });
    start(endpoint(one.url, "max_backoff_retries = 2"));
    const error = await errorOf(push());
    const cause = "deadline_exceeded: context deadline exceeded";
    expect(error!.message).toBe(`failed to push to endpoint ${one.url} (2 retries): ${cause}`);
    const line = { level: "warn", message: "failed to push to endpoint" };
    expect(context.logged).toMatchObject([
      { ...line, fields: { endpoint: one.url, attempt: 1, error: cause } },
      { ...line, fields: { endpoint: one.url, attempt: 2, error: cause } },
    ]);
    expect(await errorOf(ingest())).toMatchObject({
      message: `failed to ingest to endpoint ${one.url} (2 retries): context deadline exceeded`,
    });
  });

  it("without end where no number of attempts was given, and counts that", async () => {
    const one = await stub(inTurn(...Array.from({ length: 25 }, () => says(503)), fine));
    start(endpoint(one.url, "max_backoff_retries = 0"));
    await push();
    expect(one.seen).toHaveLength(26);
    expect(values()).toMatchObject({
      [`profiles_write_retries_total{endpoint=${one.url}}`]: 25,
      [`profiles_write_sent_profiles_total{endpoint=${one.url}}`]: 1,
      [`profiles_write_dropped_profiles_total{endpoint=${one.url}}`]: 0,
    });
  });

  it("after pauses that double and have a longest", async () => {
    const one = await stub(says(503));
    start(endpoint(one.url, "max_backoff_retries = 6"));
    await errorOf(ingest());
    const seconds = scheduler.pauses.map((pause) => Number(pause) / 1e9);
    expect(seconds).toHaveLength(5);
    for (const [i, least] of [1, 2, 4, 4, 4].entries()) {
      expect(seconds[i]).toBeGreaterThanOrEqual(least);
      expect(seconds[i]).toBeLessThanOrEqual(Math.min(2 * least, 4));
    }
  });

  it("and what it says of when to come again is not looked at", async () => {
    const one = await stub(inTurn((response) => response.writeHead(503, { "Retry-After": "3600" }).end(), fine));
    start(endpoint(one.url));
    await ingest();
    expect(scheduler.pauses[0]).toBeLessThan(2n * SECOND);
  });

  it("on one connection, with one body", async () => {
    const one = await stub(inTurn(says(503), says(503), fine));
    start(endpoint(one.url));
    await ingest();
    expect(one.connections).toBe(1);
    expect(one.seen.map(({ body }) => body.toString())).toEqual(["profile", "profile", "profile"]);
  });
});

describe("a client that goes away", () => {
  it.each([
    ["ingest", () => ingest, "context canceled", "remote error: status=503 msg="],
    ["push", () => push, "canceled: context canceled", "unavailable: 503 Service Unavailable"],
  ] as const)("stops its %s at once, in an attempt and in a pause", async (way, sending, canceled, failed) => {
    scheduler.hasty = false;
    const one = await stub(inTurn(() => {}, says(503)));
    start(endpoint(one.url));
    const first = new AbortController();
    const inAttempt = errorOf(sending()(first.signal));
    await expect.poll(() => one.seen.length).toBe(1);
    first.abort();
    expect((await inAttempt)!.message).toBe(`failed to ${way} to endpoint ${one.url} (0 retries): ${canceled}`);
    await expect.poll(() => one.open).toBe(0);

    const second = new AbortController();
    const inPause = errorOf(sending()(second.signal));
    await expect.poll(() => scheduler.pauses.length).toBe(1);
    second.abort();
    expect((await inPause)!.message).toBe(`failed to ${way} to endpoint ${one.url} (1 retries): ${failed}`);
    // What looks after late answers finds nothing to do.
    await scheduler.advance(30n * SECOND);
    expect([one.seen.length, scheduler.pending]).toEqual([2, 0]);
    expect(details()).toMatchObject({ dropped: 2, in_flight: 0 });
  });

  it("before anything was sent costs no request", async () => {
    const one = await stub(fine);
    start(endpoint(one.url));
    expect((await errorOf(push(AbortSignal.abort())))!.message).toContain("canceled: context canceled");
    expect(one.connections).toBe(0);
  });

  it("because it took too long is told so", async () => {
    const one = await stub(() => {});
    start(endpoint(one.url));
    const controller = new AbortController();
    const sent = errorOf(push(controller.signal));
    await expect.poll(() => one.seen.length).toBe(1);
    controller.abort(new DOMException("late", "TimeoutError"));
    expect((await sent)!.message).toContain("deadline_exceeded: context deadline exceeded");
  });
});

describe("a client's deadline", () => {
  it("goes along, where it is before the attempt's own end", async () => {
    scheduler.hasty = false;
    const one = await stub(fine);
    start(endpoint(one.url));
    await push(nobody, START + 4n * SECOND);
    await push(nobody, START + 40n * SECOND);
    await push();
    expect([0, 1, 2].map((i) => one.header("connect-timeout-ms", i))).toEqual(["4000", "10000", "10000"]);
  });

  it("ends attempts and pauses, also where nobody else does", async () => {
    scheduler.hasty = false;
    const one = await stub(inTurn(() => {}, says(503)));
    start(endpoint(one.url));
    const inAttempt = errorOf(push(nobody, START + 2n * SECOND));
    await expect.poll(() => one.seen.length).toBe(1);
    await scheduler.advance(2n * SECOND);
    expect((await inAttempt)!.message).toContain("(1 retries): deadline_exceeded: context deadline exceeded");

    const before = scheduler.pauses.length;
    const inPause = errorOf(push(nobody, START + 2n * SECOND + SECOND / 2n));
    await expect.poll(() => scheduler.pauses.length).toBe(before + 2);
    await scheduler.advance(SECOND / 2n);
    expect((await inPause)!.message).toContain("(1 retries): unavailable: 503 Service Unavailable");
    expect(one.seen).toHaveLength(2);
  });

  it("that has passed already costs no request", async () => {
    const one = await stub(fine);
    start(endpoint(one.url));
    expect((await errorOf(push(nobody, START)))!.message).toContain("deadline_exceeded");
    expect(one.seen).toHaveLength(0);
  });
});

describe("several endpoints", () => {
  it("are asked side by side, and the slowest is waited for", async () => {
    let answerSlow = () => {};
    const slow = await stub((response) => {
      answerSlow = () => response.end();
    });
    const fast = await stub(fine);
    start(`${endpoint(slow.url)}\n${endpoint(fast.url)}`);
    let done = false;
    const sent = ingest().then(() => {
      done = true;
    });
    await expect.poll(() => [slow.seen.length, fast.seen.length]).toEqual([1, 1]);
    await expect.poll(() => values()[`profiles_write_sent_profiles_total{endpoint=${fast.url}}`]).toBe(1);
    expect(done).toBe(false);
    answerSlow();
    await sent;
    expect([...slow.seen, ...fast.seen].map(({ body }) => body.toString())).toEqual(["profile", "profile"]);
  });

  it("one that fails takes nothing from another, and the first status counts", async () => {
    let answerLate = () => {};
    const late = await stub((response) => {
      answerLate = () => response.writeHead(403).end();
    });
    const early = await stub((response) => {
      response.writeHead(404).end();
    });
    const gone = await StubUpstream.start(fine);
    await gone.close();
    const good = await stub(fine);
    start([gone, late, early, good].map(({ url }) => endpoint(url, "max_backoff_retries = 1")).join("\n"));
    const sent = errorOf(ingest());
    await expect.poll(() => context.logged.length).toBe(2);
    await expect.poll(() => late.seen.length).toBe(1);
    answerLate();
    const error = await sent;
    expect((error as RemoteWriteError).status).toBe(404);
    expect(error!.message.split("; ")).toHaveLength(3);
    expect(good.seen).toHaveLength(1);
  });

  it("that are none take everything", async () => {
    start("");
    await ingest();
    await push();
  });
});

describe("who is asked", () => {
  const PASSWORD = "hunter22";
  const hideFrom = (text: string, more: readonly string[]) =>
    more.reduce((shown, secret) => shown.replaceAll(secret, "(secret)"), text);

  it("is told a user of the address, before one that is configured, and a header before both", async () => {
    const one = await stub(fine);
    const withUser = one.url.replace("http://", `http://me:${PASSWORD}@`);
    const basic = `basic_auth {\nusername = "u"\npassword = "p"\n}`;
    start(`${endpoint(withUser, basic)}\n${endpoint(one.url, `headers = { Authorization = "Own x" }\n${basic}`)}`);
    await push();
    const told = one.seen.map(({ headers }) => headers.find(([name]) => name === "authorization")?.[1]);
    expect(told.toSorted()).toEqual([`Basic ${Buffer.from(`me:${PASSWORD}`).toString("base64")}`, "Own x"]);
    expect(JSON.stringify([write.details(), values(), context.logged])).not.toContain(PASSWORD);
  });

  it("is told the content types of a request, whichever others had, and no other endpoint's credentials", async () => {
    const one = await stub(fine);
    const other = await stub(fine);
    start(`${endpoint(one.url, 'bearer_token = "o-n-e"')}\n${endpoint(other.url, 'bearer_token = "o-t-h-e-r"')}`);
    const asked: readonly (readonly string[])[] = [[], [""], [], ["a/b"], ["a/b", ""], ["", ""], [""], ["a/b"], []];
    for (const contentTypes of asked)
      await write.profiles.ingest({ labels: LABELS, body: [BODY], contentTypes, rawQuery: "name=n" }, nobody);
    for (const [{ seen }, token] of [
      [one, "Bearer o-n-e"],
      [other, "Bearer o-t-h-e-r"],
    ] as const) {
      const values = (wanted: string) =>
        seen.map(({ headers }) => headers.filter(([name]) => name === wanted).map(([, value]) => value));
      expect(values("content-type")).toEqual(asked);
      expect(values("authorization")).toEqual(asked.map(() => [token]));
    }
  });

  it("gets what stands in files, read for each request", async () => {
    const one = await stub(fine);
    writeFileSync(join(folder, "token"), "first\n");
    start(endpoint(one.url, 'bearer_token_file = "token"'));
    await push();
    writeFileSync(join(folder, "token"), "second");
    await ingest();
    expect([one.header("authorization", 0), one.header("authorization", 1)]).toEqual(["Bearer first", "Bearer second"]);
  });

  it("gets a password from a file", async () => {
    const one = await stub(fine);
    writeFileSync(join(folder, "password"), "p\n");
    start(endpoint(one.url, 'basic_auth {\nusername = "u"\npassword_file = "password"\n}'));
    await push();
    expect(one.header("authorization")).toBe("Basic dTpw");
  });

  it("is not asked without what a file should hold; that is tried again", async () => {
    const one = await stub(fine);
    start(endpoint(one.url, 'max_backoff_retries = 2\nbearer_token_file = "token"'));
    const cause = "unavailable: cannot read token: there is no such file";
    expect((await errorOf(push()))!.message).toBe(`failed to push to endpoint ${one.url} (2 retries): ${cause}`);
    expect(one.connections).toBe(0);
  });

  it("is not asked with a header that no request can carry, and its value is not told", async () => {
    const one = await stub(fine);
    writeFileSync(join(folder, "token"), "sec\nret");
    start(endpoint(one.url, 'bearer_token_file = "token"'));
    const { message } = (await errorOf(ingest()))!;
    expect(message).toContain("(0 retries): the header authorization would hold a control character");
    expect(message).not.toMatch(/sec|ret\b/);
  });

  it("gets no header that says how long something else is", async () => {
    const one = await stub(fine);
    start(endpoint(one.url, 'headers = { "Content-Length" = "3", Host = "other", "X-Mine" = "ü" }'));
    await ingest();
    expect([one.header("content-length"), one.header("host")]).toEqual(["7", one.host]);
    expect(Buffer.from(one.header("x-mine")!, "latin1").toString()).toBe("ü");
  });

  it("may repeat what it was told, which nobody else sees", async () => {
    const repeats: Answering = (response, { headers }) =>
      response.writeHead(400).end(`not good: ${headers.find(([name]) => name === "authorization")![1]}`);
    const one = await stub(repeats);
    writeFileSync(join(folder, "token"), "topsecret");
    start(endpoint(one.url, 'bearer_token_file = "token"'), { hideFrom });
    expect((await errorOf(ingest()))!.message).toMatch(/msg=not good: Bearer \(secret\)$/);
    expect(JSON.stringify([write.details(), write.health, context.logged])).not.toContain("topsecret");
  });

  it("is told no more of what a proxy repeats of its credentials", async () => {
    const proxy = await stub(() => {});
    proxy.server.on("connect", ({ headers }, socket) => {
      socket.end(`HTTP/1.1 407 who is ${headers["proxy-authorization"]}\r\nContent-Length: 0\r\n\r\n`);
    });
    const address = proxy.url.replace("http://", `http://me:${PASSWORD}@`);
    start(endpoint("https://upstream.example", `max_backoff_retries = 1\nproxy_url = "${address}"`), { hideFrom });
    const { message } = (await errorOf(ingest()))!;
    expect(message).toContain(`proxy ${proxy.host}: it answered 407 who is Basic (secret)`);
    expect(JSON.stringify([write.details(), write.health, context.logged])).not.toContain(btoa(`me:${PASSWORD}`));
  });

  it("says as much as fits on a line", async () => {
    const one = await stub(says(400, `${"x".repeat(1000)}\nsecond`));
    start(endpoint(one.url));
    expect((await errorOf(ingest()))!.message).toMatch(/msg=x{300}…$/);
  });

  it("is asked with another certificate once the file holds another", async () => {
    const shown: unknown[] = [];
    const { cert, key } = TEST_CERTIFICATE;
    const secure = { cert, key, ca: cert, requestCert: true, rejectUnauthorized: false };
    const one = await stub((response, seen, request) => {
      const socket = request.socket as unknown as { getPeerX509Certificate(): { validTo: string } | undefined };
      shown.push(new Date(socket.getPeerX509Certificate()!.validTo).getUTCFullYear());
      fine(response, seen, request);
    }, secure);
    const save = (pair: typeof TEST_CERTIFICATE) => {
      writeFileSync(join(folder, "cert.pem"), pair.cert);
      writeFileSync(join(folder, "key.pem"), pair.key);
    };
    writeFileSync(join(folder, "ca.pem"), cert);
    save(TEST_CERTIFICATE);
    start(endpoint(one.url, 'tls_config {\nca_file = "ca.pem"\ncert_file = "cert.pem"\nkey_file = "key.pem"\n}'));
    await push();
    await push();
    save(EXPIRED_CERTIFICATE);
    await push();
    expect([shown, one.connections]).toEqual([[2126, 2126, 2020], 2]);
  });
});

it("tells nobody but the log that a redirect lost a profile, as the original does not either", async () => {
  const one = await stub((response, { url }) =>
    url.startsWith("/ingest") ? response.writeHead(302, { Location: "/login" }).end() : response.end("<form>"),
  );
  start(endpoint(one.url));
  await ingest();
  expect(context.logged).toMatchObject([
    { level: "warn", fields: { error: expect.stringContaining("arrived nowhere") } },
  ]);
  expect(details()).toMatchObject({
    sent: 0,
    dropped: 1,
    last_error: expect.stringContaining("name the right address"),
  });
});

it("counts and tells what became of profiles", async () => {
  const one = await stub(inTurn(fine, says(400, "bad")));
  start(`${endpoint(`${one.url}/base?token=x`, 'name = "main"')}`);
  await write.profiles.append(
    {
      labels: LABELS,
      samples: [
        { id: "", parts: [BODY] },
        { id: "", parts: [BODY] },
      ],
    },
    nobody,
  );
  await errorOf(ingest());
  const url = `${one.url}/base`;
  expect(values()).toMatchObject({
    [`profiles_write_sent_profiles_total{endpoint=${url}}`]: 2,
    [`profiles_write_sent_bytes_total{endpoint=${url}}`]: 14,
    [`profiles_write_dropped_profiles_total{endpoint=${url}}`]: 1,
    [`profiles_write_dropped_bytes_total{endpoint=${url}}`]: 7,
    [`profiles_write_retries_total{endpoint=${url}}`]: 0,
    [`profiles_write_latency_count{endpoint=${url},type=push_downstream}`]: 1,
    [`profiles_write_latency_count{endpoint=${url},type=push_endpoint}`]: 1,
    "profiles_write_latency_count{endpoint=-,type=push_total}": 1,
    "profiles_write_latency_count{endpoint=-,type=ingest_total}": 1,
  });
  const problem = "remote error: status=400 msg=bad";
  const at = "2026-01-15T08:00:00Z";
  expect(write.details()).toEqual({
    endpoints: [
      {
        name: "main",
        url,
        in_flight: 0,
        sent: 2,
        dropped: 1,
        last_success: at,
        last_error: problem,
        last_error_at: at,
      },
    ],
  });
  expect(write.health).toEqual({ state: "healthy", message: problem });
  expect(one.seen.map((seen) => seen.url.split("?")[0])).toEqual(["/base/push.v1.PusherService/Push", "/base/ingest"]);
});

describe("other arguments", () => {
  it("count from the next profile on; what is under way continues, and counts stay", async () => {
    let answer = () => {};
    const one = await stub(
      inTurn((response) => {
        answer = () => response.end();
      }, fine),
    );
    start(endpoint(one.url));
    const first = ingest();
    await expect.poll(() => one.seen.length).toBe(1);
    write.update(argsOf(`${endpoint(one.url, 'bearer_token = "new"')}\nexternal_labels = { site = "s" }`))();
    await ingest();
    expect(one.header("authorization", 1)).toBe("Bearer new");
    expect(one.seen[1]!.url).toContain("site%3Ds");
    answer();
    await first;
    expect(details()).toMatchObject({ sent: 2 });
    // Its connection is not kept for anybody.
    await expect.poll(() => one.open).toBe(1);
  });
});

describe("a stop", () => {
  it("waits for what is under way, and takes no more", async () => {
    let answer = () => {};
    const one = await stub((response) => {
      answer = () => response.end();
    });
    start(endpoint(one.url));
    const sent = ingest();
    await expect.poll(() => one.seen.length).toBe(1);
    const drained = write.drain(never);
    expect((await errorOf(push()))!.message).toBe("the server is stopping");
    answer();
    await sent;
    expect(await drained).toBe(0);
    await expect.poll(() => one.open).toBe(0);
  });

  it("gives up at its deadline, in attempts and pauses, and tells the clients", async () => {
    scheduler.hasty = false;
    const one = await stub(inTurn(() => {}, says(503)));
    start(endpoint(one.url));
    const attempting = errorOf(push());
    await expect.poll(() => one.seen.length).toBe(1);
    const pausing = errorOf(push());
    await expect.poll(() => scheduler.pauses.length).toBe(1);
    await write.drain(Promise.resolve());
    expect([(await attempting)!.message, (await pausing)!.message]).toEqual([
      expect.stringContaining("canceled"),
      expect.stringContaining("unavailable"),
    ]);
    expect([scheduler.pending, details().in_flight]).toEqual([0, 0]);
  });
});

describe("arguments that are wrong", () => {
  it.each<[string, string, RegExp | undefined]>([
    ["no address", endpoint("::not a url"), /is not an http or https URL/],
    ["an address of another kind", endpoint("ftp://x/"), /is not an http or https URL/],
    ["a good one", endpoint("http://x/"), undefined],
    ["a bad authority", endpoint("https://x/", 'tls_config {\nca_pem = "x"\n}'), /^endpoint: tls_config: .*PEM/],
    [
      "a bad pair",
      endpoint("https://x/", 'tls_config {\ncert_pem = "x"\nkey_pem = "y"\n}'),
      /^endpoint: tls_config: .*PEM/,
    ],
    [
      "a pair of which one is in a file",
      endpoint("https://x/", 'tls_config {\ncert_pem = "x"\nkey_file = "y"\n}'),
      undefined,
    ],
  ])("%s", (_name, text, told) => {
    const problem = profilesWriteRecord.validate(nodeOf(text));
    if (told === undefined) expect(problem).toBeUndefined();
    else expect(problem).toMatch(told);
  });
});
