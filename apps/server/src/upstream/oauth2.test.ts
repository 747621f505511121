import { SECOND } from "@sluice/engine";
import { afterEach, expect, it } from "vitest";
import { FileGate } from "../platform/file-gate.ts";
import { ManualScheduler } from "../platform/scheduler.ts";
import { StopSource } from "../platform/stop-signal.ts";
import { START } from "../testing/fixtures.ts";
import { type Answering, proxyAt, StubUpstream } from "../testing/stub-upstream.ts";
import { type OAuth2Settings, TokenError, TokenSource } from "./oauth2.ts";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const SECRET = "s3cret:value";

async function start(answer: Answering, more: Partial<OAuth2Settings> = {}) {
  const stub = await StubUpstream.start(answer);
  const scheduler = new ManualScheduler(START);
  const settings = {
    clientId: "me",
    clientSecret: { text: SECRET, file: "" },
    tokenUrl: `${stub.url}/token`,
    scopes: ["logs:write", "b"],
    endpointParams: new Map([["audience", "x&y"]]),
    tls: undefined,
    proxy: proxyAt(""),
    ...more,
  };
  const source = new TokenSource(settings, { scheduler, files: new FileGate(""), timeout: 10n * SECOND });
  endings.push(
    () => source.retire(),
    () => stub.close(),
  );
  const signal = new StopSource();
  return { stub, scheduler, source, get: () => source.get(signal), signal };
}

const token = (text: string, more: object = {}): string => JSON.stringify({ access_token: text, ...more });
const giving =
  (body: (request: number) => string): Answering =>
  (response, _seen) => {
    response.setHeader("Content-Type", "application/json");
    response.end(body(++given));
  };
let given = 0;
afterEach(() => {
  given = 0;
});

it("asks as the RFC says, and keeps the token until shortly before its end", async () => {
  const { stub, scheduler, get } = await start(giving((n) => token(`t${n}`, { expires_in: 60, token_type: "bearer" })));
  const first = await Promise.all([get(), get()]);
  expect(first.map(({ text, scheme }) => `${scheme} ${text}`)).toEqual(["Bearer t1", "Bearer t1"]);
  expect(stub.seen.map(({ method, url, body }) => [method, url, body.toString()])).toEqual([
    ["POST", "/token", "grant_type=client_credentials&scope=logs%3Awrite+b&audience=x%26y"],
  ]);
  expect(stub.header("authorization")).toBe(`Basic ${Buffer.from("me:s3cret%3Avalue").toString("base64")}`);
  await scheduler.advance(49n * SECOND);
  expect((await get()).text).toBe("t1");
  await scheduler.advance(2n * SECOND);
  expect((await get()).text).toBe("t2");
});

it("keeps one without an end until it is refused, once for all who had it", async () => {
  const { stub, scheduler, source, get } = await start(giving((n) => token(`t${n}`)));
  await get();
  await scheduler.advance(1_000_000n * SECOND);
  source.forget("t0");
  expect((await get()).text).toBe("t1");
  source.forget("t1");
  source.forget("t1");
  expect([(await get()).text, stub.seen.length]).toEqual(["t2", 2]);
});

it("sends the credentials in the body where the header is refused, and from then on", async () => {
  const { stub, source, get } = await start((response, { headers, body }) => {
    const inHeader = headers.some(([name]) => name === "authorization");
    response.statusCode = inHeader ? 401 : 200;
    response.end(inHeader ? "{}" : token(new URLSearchParams(body.toString()).get("client_secret")!));
  });
  expect((await get()).text).toBe(SECRET);
  source.forget(SECRET);
  await get();
  expect(stub.seen.map(({ headers }) => headers.some(([name]) => name === "authorization"))).toEqual([
    true,
    false,
    false,
  ]);
});

it("takes a long token that comes in parts, of a server that answers in the form of parameters", async () => {
  const long = "x".repeat(9000);
  const { get } = await start((response) => {
    response.setHeader("Content-Type", "application/x-www-form-urlencoded");
    response.write(`access_token=${long}`);
    setImmediate(() => response.end("&token_type=mac"));
  });
  expect(await get()).toMatchObject({ text: long, scheme: "MAC" });
});

it.each<[string, Answering, string]>([
  [
    "a server that is at fault",
    (response) => response.writeHead(503).end('{"error":"busy"}'),
    "no token: its server answered 503: busy",
  ],
  [
    "a refusal, in which the secret is not told",
    (response) => response.writeHead(400).end(JSON.stringify({ error: "no", error_description: `bad ${SECRET}` })),
    "no token: its server answered 400",
  ],
  ["an answer without one", (response) => response.end("<html>"), "no token: the answer holds none"],
  [
    "one that no header can carry",
    (response) => response.end(token("a\r\nb")),
    "no token: what the answer holds as one cannot be sent in a header",
  ],
  [
    "one that is too long",
    (response) => response.end(token("x".repeat(16 * 1024 + 1))),
    "no token: what the answer holds as one cannot be sent in a header",
  ],
  ["a broken connection", (response) => response.destroy(), "no token: socket hang up"],
])("says what is wrong: %s", async (_name, answer, message) => {
  const { get } = await start(answer);
  await expect(get()).rejects.toThrow(new TokenError(message));
});

it("does not follow a redirect, which would hand the secret on", async () => {
  const other = await StubUpstream.start((response) => response.end(token("t")));
  endings.push(() => other.close());
  const { stub, get } = await start((response) => response.writeHead(307, { Location: other.url }).end());
  await expect(get()).rejects.toThrow("no token: its server answered 307; name the final address in token_url");
  expect([stub.seen.length, other.seen.length]).toEqual([1, 0]);
});

it("is given up when nobody wants it any more, and when it takes too long", async () => {
  const { stub, scheduler, signal, get } = await start(() => {});
  const late = get();
  const told = expect(late).rejects.toThrow("no token: its server did not answer in time");
  await expect.poll(() => stub.seen.length).toBe(1);
  await scheduler.advance(10n * SECOND);
  await told;
  signal.abort();
  await expect(get()).rejects.toThrow("no token: the server stops");
});
