/**
 * Requests that were recorded with Alloy's `pyroscope.write` as the target: what its endpoints got, and what the client
 * was told. Pauses and time-outs pass at once, by a clock of the test's own.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fromBinary } from "@bufbuild/protobuf";
import { type ComponentArgs, MILLISECOND, type Nanos, type profilesWrite } from "@sluice/engine";
import { applyServiceName, collectLabels, parseProfileName } from "@sluice/engine/profiles";
import { afterEach, describe, expect, it } from "vitest";
import { ProfilesWrite } from "../components/profiles/profiles-write.ts";
import { RemoteWriteError } from "../core/entries/profiles-receiver.ts";
import { PushRequestSchema } from "../gen/push/v1/push_pb.ts";
import { ManualScheduler } from "../platform/scheduler.ts";
import { componentOf, START, testContext } from "../testing/fixtures.ts";
import { StubUpstream } from "../testing/stub-upstream.ts";

interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly close?: boolean;
  readonly delay_ms?: number;
}

interface RecordedEndpoint {
  readonly url_suffix?: string;
  readonly unreachable?: boolean;
  readonly script?: readonly ScriptedAnswer[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly basic_auth?: readonly [string, string];
  readonly bearer_token?: string;
  readonly remote_timeout_ms?: number;
  readonly min_backoff_ms?: number;
  readonly max_backoff_ms?: number;
  readonly max_backoff_retries?: number;
  readonly retry_on_http_429?: boolean;
  readonly follow_redirects?: boolean;
}

type Downstream = Readonly<Record<string, unknown>> & { readonly headers: readonly (readonly [string, string])[] };

interface RecordedCase {
  readonly id: string;
  readonly desc: string;
  readonly kind: "ingest" | "push";
  readonly receivers: readonly {
    readonly type: "write" | "recorder";
    readonly external_labels?: Readonly<Record<string, string>>;
    readonly endpoints?: readonly RecordedEndpoint[];
  }[];
  readonly request: {
    readonly query: string;
    readonly content_types: readonly string[];
    readonly timeout_ms?: number;
    readonly body_b64?: string;
    readonly body_gen?: { readonly hex: string; readonly len: number };
  };
  readonly expected: { readonly status: number; readonly body_text?: string; readonly body_regexp?: string };
  readonly forwarded: readonly Downstream[];
}

const cases: readonly RecordedCase[] = JSON.parse(
  readFileSync(new URL("./testdata/recorded.json", import.meta.url), "utf8"),
);

/** Time stands still but for pauses between attempts, which pass at once. */
class ImpatientScheduler extends ManualScheduler {
  override after(delay: Nanos, action: () => void): () => void {
    const cancel = super.after(delay, action);
    if (delay >= 10n * MILLISECOND && delay <= 20n * MILLISECOND) setImmediate(() => void this.advance(delay));
    return cancel;
  }
}

const stubs: StubUpstream[] = [];
const running: ProfilesWrite[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.drain(Promise.resolve())));
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

const sha256 = (body: Uint8Array): string => createHash("sha256").update(body).digest("hex");
const COMPARED =
  /^(?:content-type|authorization|x-scope-orgid|connect-protocol-version|content-encoding|cookie|x-custom)$/;

/** An endpoint that answers as told, and writes down what it gets; gives its address. */
async function startStub(
  { script = [{ status: 200 }], unreachable = false, remote_timeout_ms = 10_000 }: RecordedEndpoint,
  place: { readonly receiver: number; readonly endpoint: number },
  scheduler: ManualScheduler,
  got: Downstream[],
): Promise<string> {
  let answered = 0;
  const stub = await StubUpstream.start(async (response, { method, url, headers, body }) => {
    const [path, query = ""] = url.split("?");
    const kept = headers
      .filter(([name]) => COMPARED.test(name))
      .toSorted(([a, b], [c, d]) => order(a, c) || order(b, d));
    const isPush = path!.endsWith("/Push") && method === "POST";
    const what = isPush ? { push_decoded: decodePush(body) } : { body_sha256: sha256(body) };
    got.push({ ...place, method, path, raw_query: query, headers: kept, ...what });
    const answer = script[Math.min(answered++, script.length - 1)]!;
    if (answer.delay_ms !== undefined) {
      // Always longer than the attempt has.
      expect(answer.delay_ms).toBeGreaterThan(remote_timeout_ms);
      await scheduler.advance(BigInt(remote_timeout_ms) * MILLISECOND);
      return;
    }
    if (answer.close) response.destroy();
    const type = isPush && answer.status === 200 ? { "Content-Type": "application/proto" } : {};
    response.writeHead(answer.status ?? 200, { ...type, ...answer.headers }).end(answer.body);
  });
  if (unreachable) {
    const { url } = stub;
    await stub.close();
    return url;
  }
  stubs.push(stub);
  return stub.url;
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function decodePush(body: Uint8Array) {
  return fromBinary(PushRequestSchema, body).series.map(({ labels, samples }) => ({
    labels: labels.map(({ name, value }) => [name, value]),
    samples: samples.map(({ ID, rawProfile }) => ({ id: ID, len: rawProfile.length, sha256: sha256(rawProfile) })),
  }));
}

const textOf = (value: unknown): string => JSON.stringify(value);
const mapOf = (values: Readonly<Record<string, string>> = {}): string =>
  `{ ${Object.entries(values)
    .map(([name, value]) => `${textOf(name)} = ${textOf(value)}`)
    .join(", ")} }`;

function endpointText(url: string, one: RecordedEndpoint): string {
  const lines = [`url = ${textOf(url)}`];
  if (one.headers) lines.push(`headers = ${mapOf(one.headers)}`);
  if (one.bearer_token) lines.push(`bearer_token = ${textOf(one.bearer_token)}`);
  if (one.remote_timeout_ms) lines.push(`remote_timeout = "${one.remote_timeout_ms}ms"`);
  if (one.min_backoff_ms) lines.push(`min_backoff_period = "${one.min_backoff_ms}ms"`);
  if (one.max_backoff_ms) lines.push(`max_backoff_period = "${one.max_backoff_ms}ms"`);
  if (one.max_backoff_retries) lines.push(`max_backoff_retries = ${one.max_backoff_retries}`);
  if (one.retry_on_http_429 !== undefined) lines.push(`retry_on_http_429 = ${one.retry_on_http_429}`);
  if (one.follow_redirects !== undefined) lines.push(`follow_redirects = ${one.follow_redirects}`);
  if (one.basic_auth)
    lines.push(`basic_auth {\nusername = ${textOf(one.basic_auth[0])}\npassword = ${textOf(one.basic_auth[1])}\n}`);
  return `endpoint {\n${lines.join("\n")}\n}`;
}

/** A byte is a character. */
function nameIn(query: string): string {
  const first = query.split("&").find((pair) => pair.startsWith("name="));
  const bytes = (first ?? "name=").slice(5).replaceAll("+", " ");
  return Buffer.from(
    bytes.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    "latin1",
  ).toString();
}

function bodyOf({ body_b64, body_gen }: RecordedCase["request"]): Buffer {
  return body_gen === undefined
    ? Buffer.from(body_b64 ?? "", "base64")
    : Buffer.alloc(body_gen.len, Buffer.from(body_gen.hex, "hex"));
}

/** Hands the recorded request to one receiver as `profiles.receive_http` does; gives what went wrong, in order. */
async function hand(
  { kind, request }: RecordedCase,
  target: ProfilesWrite,
  deadline: Nanos | undefined,
): Promise<Error[]> {
  const { signal } = new AbortController();
  const body = bodyOf(request);
  if (kind === "ingest") {
    const parsed = parseProfileName(nameIn(request.query));
    const labels = parsed.ok ? applyServiceName(parsed.labels).labels : [];
    const profile = { labels, body: [body], contentTypes: request.content_types, rawQuery: request.query };
    return target.profiles.ingest(profile, signal, deadline).then(
      () => [],
      (error: Error) => [error],
    );
  }
  const errors: Error[] = [];
  for (const { labels, samples } of fromBinary(PushRequestSchema, body).series) {
    const series = {
      labels: applyServiceName(collectLabels(labels.map(({ name, value }) => [name, value] as const))).labels,
      samples: samples.map(({ ID, rawProfile }) => ({ id: ID, parts: [rawProfile] })),
    };
    await target.profiles.append(series, signal, deadline).catch((error: Error) => errors.push(error));
  }
  return errors;
}

describe("what Alloy did with", () => {
  it.each(cases.map((one) => [`${one.id}: ${one.desc}`, one] as const))("%s", async (_name, one) => {
    const scheduler = new ImpatientScheduler(START);
    const got: Downstream[] = [];
    const urls: string[] = [];
    const errors: Error[] = [];
    const targets: ProfilesWrite[] = [];
    for (const [receiver, { type, external_labels, endpoints = [] }] of one.receivers.entries()) {
      if (type === "recorder") continue;
      const blocks: string[] = [];
      for (const [endpoint, options] of endpoints.entries()) {
        const url = await startStub(options, { receiver, endpoint }, scheduler, got);
        urls.push(url);
        blocks.push(endpointText(`${url}${options.url_suffix ?? ""}`, options));
      }
      const text = `profiles.write "out" {\nexternal_labels = ${mapOf(external_labels)}\n${blocks.join("\n")}\n}`;
      const args = componentOf("profiles.write", text).args as ComponentArgs<typeof profilesWrite>;
      const target = new ProfilesWrite(args, 1, testContext("profiles.write.out", { scheduler, prefix: "profiles_" }));
      running.push(target);
      targets.push(target);
    }
    const { timeout_ms } = one.request;
    const deadline = timeout_ms === undefined ? undefined : START + BigInt(timeout_ms) * MILLISECOND;
    await Promise.all(targets.map(async (target) => errors.push(...(await hand(one, target, deadline)))));

    // No Referer: it would tell others where a request comes from.
    const wanted = one.forwarded.map(({ headers, ...rest }) => ({
      ...rest,
      headers: headers.filter(([name]) => COMPARED.test(name)),
    }));
    const sorted = (all: readonly unknown[]) => all.map((each) => JSON.stringify(sortKeys(each))).toSorted();
    expect(sorted(got)).toEqual(sorted(wanted));
    const limits = one.forwarded.flatMap(({ headers }) =>
      headers.flatMap(([name, value]) => (name === "connect-timeout-ms" ? [Number(value.slice(2))] : [])),
    );
    const told = stubs.flatMap(({ seen }) => seen.map(({ headers }) => Object.fromEntries(headers)));
    for (const [i, limit] of limits.entries())
      expect(Number(told[i]!["connect-timeout-ms"]), "Connect-Timeout-Ms").toBeLessThanOrEqual(limit);
    expect(statusOf(one, errors)).toBe(one.expected.status);
    if (one.kind === "push") expectCauses(one, errors, urls);
  });
});

const sortKeys = (value: unknown): unknown =>
  Object.fromEntries(Object.entries(value as object).toSorted(([a], [b]) => order(a, b)));

/** What the receiver answers. */
function statusOf({ kind }: RecordedCase, errors: readonly Error[]): number {
  if (errors.length === 0) return 200;
  const remote = errors.find((error) => error instanceof RemoteWriteError);
  return kind === "ingest" && remote !== undefined ? remote.status : 500;
}

/** The receiver says which series went to which receiver, and adds our message. */
function expectCauses({ expected }: RecordedCase, errors: readonly Error[], urls: readonly string[]): void {
  const { body_text, body_regexp } = expected;
  if (body_text === undefined || expected.status === 200) {
    expect(errors).toEqual([]);
    return;
  }
  const causes = (JSON.parse(body_text) as { message: string }).message
    .split("\n")
    .map((line) =>
      line.replace(/^unable to append series .* to appendable \d+: /, "").replace("{{endpoint_url_0}}", urls[0]!),
    );
  const messages = errors.map(({ message }) => message);
  if (body_regexp === undefined) expect(messages).toEqual(causes);
  else {
    expect(messages).toHaveLength(causes.length);
    expect(messages[0]).toMatch(/^failed to push to endpoint \S+ \(2 retries\): unavailable: .+$/);
  }
}
