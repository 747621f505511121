/** One recorded request: sent to a receiver of its own, its answer and what was forwarded compared. */
import { firstDifference } from "@sluice/engine/conformance";
import type { ProfilesReceiver } from "../src/core/entries/profiles-receiver.ts";
import type { WireAnswer } from "../src/testing/wire-answer.ts";
import type { Checked, EndpointSetup, Forwarded, ReceiverSetup, RequestVector, WriteSetup } from "./profiles-cases.ts";
import { Endpoint, Recorder } from "./profiles-targets.ts";
import { type Built, buildFirst, portOf } from "./running-component.ts";
import { bytesOf, exchange, textOf } from "./wire-client.ts";

/** Whether its place in a duration of `profiles.write` or not, every case ends before this. Milliseconds. */
const DEADLINE = new Promise<void>(() => {});

export async function checkRequest(vector: RequestVector): Promise<Checked> {
  const kept: Forwarded[] = [];
  const ending: (() => Promise<unknown>)[] = [];
  try {
    const receivers: ProfilesReceiver[] = [];
    for (const [index, setup] of vector.receivers.entries())
      receivers.push(await openReceiver(index, setup, kept, ending));
    const receiver = await startAs(
      'profiles.receive_http "in" {\n  http {\n    listen_address = "127.0.0.1"\n    listen_port = 0\n  }\n  forward_to = []\n}\n',
      ending,
      receivers,
    );
    const { request } = vector;
    const answer = await exchange(portOf(receiver), bytesOf(request), {
      method: request.method,
      halfClose: request.half_close === true,
    });
    const difference = answerDifference(vector, answer) ?? forwardedDifference(vector, kept);
    const { outcome, status, headers, trailers } = answer;
    const got = { outcome, status, headers, trailers, body: outcome === "response" ? textOf(answer) : "" };
    return { got: { answer: got, forwarded: kept }, difference };
  } finally {
    for (const end of ending.reverse()) await end();
  }
}

async function startAs(
  text: string,
  ending: (() => Promise<unknown>)[],
  receivers: ProfilesReceiver[],
): Promise<Built> {
  const built = await buildFirst(text, receivers);
  ending.push(() => built.component.drain(DEADLINE, { ends: "process", hurry: DEADLINE }));
  await built.component.start();
  return built;
}

/** Where nobody listens. A port that was free a moment ago may be that of another case's endpoint, which gets its requests then. */
const NOBODY = "http://127.0.0.1:1";

async function openReceiver(
  index: number,
  setup: ReceiverSetup,
  kept: Forwarded[],
  ending: (() => Promise<unknown>)[],
): Promise<ProfilesReceiver> {
  if (setup.type === "recorder") return new Recorder(index, setup, kept);
  const urls: string[] = [];
  for (const [place, one] of (setup.endpoints ?? []).entries()) {
    if (one.unreachable === true) urls.push(NOBODY);
    else {
      const endpoint = await Endpoint.open(place, index, one, kept);
      urls.push(`${endpoint.url}${one.url_suffix ?? ""}`);
      ending.push(() => endpoint.close());
    }
  }
  const built = await startAs(writeConfig(setup, urls), ending, []);
  return built.component.profiles!;
}

/** `profiles.write` as a case has it. */
function writeConfig({ endpoints = [], external_labels: labels = {} }: WriteSetup, urls: readonly string[]): string {
  const blocks = endpoints.map((endpoint, i) => `  endpoint {\n${endpointLines(endpoint, urls[i]!).join("\n")}\n  }`);
  return `profiles.write "out" {\n  external_labels = ${mapOf(labels)}\n${blocks.join("\n")}\n}\n`;
}

const mapOf = (map: Readonly<Record<string, string>>) =>
  `{${Object.entries(map)
    .map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`)
    .join(", ")}}`;

function endpointLines(setup: EndpointSetup, url: string): string[] {
  const ms = (value: number | undefined) => (value === undefined ? undefined : `"${value}ms"`);
  const text = (value: string | undefined) => (value === undefined ? undefined : JSON.stringify(value));
  const args = {
    url: text(url),
    remote_timeout: ms(setup.remote_timeout_ms),
    min_backoff_period: ms(setup.min_backoff_ms),
    max_backoff_period: ms(setup.max_backoff_ms),
    max_backoff_retries: setup.max_backoff_retries,
    retry_on_http_429: setup.retry_on_http_429,
    follow_redirects: setup.follow_redirects,
    headers: setup.headers === undefined ? undefined : mapOf(setup.headers),
    bearer_token: text(setup.bearer_token),
  };
  const lines = Object.entries(args).flatMap(([name, value]) =>
    value === undefined ? [] : [`    ${name} = ${value}`],
  );
  if (setup.basic_auth === undefined) return lines;
  const [user, password] = setup.basic_auth;
  return [...lines, `    basic_auth {\n      username = ${text(user)}\n      password = ${text(password)}\n    }`];
}

/** Where the answer differs in what is essential. */
function answerDifference({ expected, match }: RequestVector, answer: WireAnswer): string | undefined {
  const essential = (what: string) => match.essential.some((one) => one === what || one.startsWith(`${what} `));
  const differs = (what: string, want: unknown, got: unknown) =>
    want === got ? undefined : `${what}: want ${JSON.stringify(want)}, got ${JSON.stringify(got)}`;
  if (answer.outcome !== expected.outcome) return differs("outcome", expected.outcome, answer.outcome);
  if (expected.outcome !== "response") return undefined;
  const { headers = {}, body_text: text = "", body_regexp: pattern } = expected;
  const body = textOf(answer);
  const checks: (() => string | undefined)[] = [];
  if (essential("status")) checks.push(() => differs("status", expected.status, answer.status));
  if (essential("headers.content-type"))
    checks.push(() => differs("content-type", headers["content-type"], answer.headers["content-type"]));
  if (essential("trailers.grpc-status"))
    checks.push(() => differs("grpc-status", recordedStatus(expected), grpcStatusOf(answer)));
  if (essential("body.code") && text.startsWith('{"code"'))
    checks.push(() => differs("code", codeOf(text), codeOf(body)));
  else if (essential("body") && !match.incidental.includes("body"))
    checks.push(() =>
      pattern === undefined
        ? differs("body", text, body)
        : new RegExp(pattern).test(body)
          ? undefined
          : `body: want /${pattern}/, got ${JSON.stringify(body)}`,
    );
  for (const check of checks) {
    const difference = check();
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function codeOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { code?: unknown }).code;
  } catch {
    return text.slice(0, 80);
  }
}

/** In trailers, in headers, or where gRPC-web has it: in the body. */
function grpcStatusOf({
  trailers,
  headers,
  body,
}: Pick<WireAnswer, "trailers" | "headers" | "body">): string | undefined {
  return trailers["grpc-status"] ?? headers["grpc-status"] ?? /grpc-status: ?(\d+)/.exec(body.toString("latin1"))?.[1];
}

const recordedStatus = ({ trailers = {}, headers = {}, body_b64: body = "" }: RequestVector["expected"]) =>
  grpcStatusOf({ trailers, headers, body: Buffer.from(body, "base64") });

function forwardedDifference({ forwarded, forwarded_unordered: unordered, match }: RequestVector, kept: Forwarded[]) {
  if (!match.essential.includes("forwarded")) return undefined;
  const [want, got] = [forwarded.map(comparable), kept.map(comparable)];
  if (unordered === true) for (const all of [want, got]) all.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return firstDifference(want, got, "forwarded");
}

const key = (value: unknown) => JSON.stringify(value);

/** Of a request that was forwarded over HTTP, what does not depend on the library that sent it. */
const COMPARED =
  /^(content-type|authorization|x-scope-orgid|connect-protocol-version|content-encoding|cookie|x-custom)$/i;

function comparable(one: Forwarded): unknown {
  if (one.kind === "append") return { ...one, samples: one.samples ?? [] };
  if (one.kind === "ingest") return { ...one, content_type: one.content_type ?? null, raw_query: one.raw_query ?? "" };
  const { endpoint, method, path, raw_query: query, headers, body_sha256: sha256, push_decoded: push } = one.downstream;
  const sent = headers
    .filter(([name]) => COMPARED.test(name))
    .map(([name, value]) => [name.toLowerCase(), value])
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return { receiver: one.receiver, endpoint, method, path, query, content: push ?? sha256, headers: sent };
}
