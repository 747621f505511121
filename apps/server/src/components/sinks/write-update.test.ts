/** `logs.write` that takes other arguments over while entries are on their way: each arrives once. */
import { type ComponentArgs, type logsWrite, SECOND } from "@sluice/engine";
import { parsePushJson } from "@sluice/engine/lokipush";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { PostRequest, PostResult } from "../../loki/post.ts";
import {
  componentOf,
  entry,
  STOPS,
  settle,
  type TestContext,
  TestSource,
  testContext,
  valuesOf,
} from "../../testing/fixtures.ts";
import { WriteComponent } from "./write.ts";

interface Arrived {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly line: string;
}

let context: TestContext;
let arrived: Arrived[];
/** What each request is answered, in their order; 204 where nothing is said. */
let answers: (PostResult | Promise<PostResult>)[];
let write: WriteComponent;
beforeEach(() => {
  context = testContext("logs.write.out");
  [arrived, answers] = [[], []];
});
afterEach(() => write.drain(Promise.resolve(), STOPS));

async function post({ url, headers, body }: PostRequest): Promise<PostResult> {
  const answer = (await answers.shift()) ?? { status: 204, body: "" };
  const parsed = parsePushJson(Buffer.from(body).toString());
  if (!parsed.ok) throw new Error(parsed.message);
  if (answer.status === 204)
    for (const { labels, entries } of parsed.streams)
      for (const { line } of entries) arrived.push({ url, authorization: headers.authorization, labels, line });
  return answer;
}

const endpoint = (url: string, more = "") => `endpoint {
  url        = "${url}"
  encoding   = "json"
  batch_wait = "1s"
  ${more}
}`;
const argsOf = (text: string) =>
  componentOf("logs.write", `logs.write "out" {\n${text}\n}`).args as ComponentArgs<typeof logsWrite>;
function start(text: string): void {
  write = new WriteComponent(argsOf(text), 1, context, post);
}
const queued = () => (write.details().endpoints as { queued: number }[]).map((one) => one.queued);
const lines = (url: string) => arrived.filter((one) => one.url === url).map(({ line }) => line);
const seconds = async (count: bigint) => {
  await context.scheduler.advance(count * SECOND);
  await settle();
};
const A = "http://a/push";
const B = "http://b/push";

it("keeps what waits for an address that stays, and sends it by the new arguments", async () => {
  start(endpoint(A));
  const source = new TestSource();
  write.receiver.push([entry("1", { job: "x" }, source.origin()), entry("2", { job: "x" }, source.origin())]);
  const update = write.update(argsOf(`${endpoint(A, 'bearer_token = "new"')}\nexternal_labels = { site = "s" }`));
  update!();
  write.receiver.push([entry("3", { job: "x" }, source.origin())]);
  expect(queued()).toEqual([3]);
  await seconds(1n);
  await expect.poll(() => arrived.length).toBe(3);
  const authorization = "Bearer new";
  expect(arrived).toEqual([
    { url: A, authorization, labels: { job: "x" }, line: "1" },
    { url: A, authorization, labels: { job: "x" }, line: "2" },
    { url: A, authorization, labels: { job: "x", site: "s" }, line: "3" },
  ]);
  await settle();
  expect([source.fates, queued()]).toEqual([["delivered", "delivered", "delivered"], [0]]);
});

it("does not repeat a request that is under way", async () => {
  start(endpoint(A));
  let answer = (_result: PostResult) => {};
  answers.push(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  write.receiver.push([entry("1")]);
  await seconds(1n);
  await expect.poll(() => answers.length).toBe(0);
  write.update(argsOf(endpoint(A, 'tenant_id = "t"')))!();
  answer({ status: 204, body: "" });
  await expect.poll(() => queued()).toEqual([0]);
  await seconds(60n);
  expect(lines(A)).toEqual(["1"]);
});

it("tries again at once what failed, since that may be what was mended", async () => {
  start(endpoint(A, 'min_backoff_period = "1m"\nbearer_token = "old"'));
  answers.push({ status: 503, body: "" });
  write.receiver.push([entry("1")]);
  await seconds(1n);
  await expect
    .poll(() => context.logged.map(({ message }) => message))
    .toContain("sending a batch failed; it will be retried");
  await settle();
  write.update(argsOf(endpoint(A, 'bearer_token = "new"')))!();
  await expect.poll(() => arrived.map(({ authorization }) => authorization)).toEqual(["Bearer new"]);
});

it("applies a shorter time to batches that are filling already", async () => {
  start(endpoint(A).replace('"1s"', '"1h"'));
  write.receiver.push([entry("1")]);
  await seconds(60n);
  expect(lines(A)).toEqual([]);
  write.update(argsOf(endpoint(A)))!();
  await expect.poll(() => lines(A)).toEqual(["1"]);
});

it("lets one that is taken out send what it holds, while one that is new gets only what comes", async () => {
  start(`${endpoint(A)}\n${endpoint(B)}`);
  write.receiver.push([entry("1")]);
  write.update(argsOf(`${endpoint(A)}\n${endpoint("http://c/push")}`))!();
  write.receiver.push([entry("2")]);
  await seconds(1n);
  await expect.poll(() => arrived.length).toBe(4);
  await settle();
  expect([lines(A), lines(B), lines("http://c/push")]).toEqual([["1", "2"], ["1"], ["2"]]);
  const series = Object.keys(valuesOf(context.metrics.collect(0n))).filter((name) => name.includes("entries_queued"));
  expect(series).toEqual(["logs_write_entries_queued{host=a}", "logs_write_entries_queued{host=c}"]);
});

it("counts what one that is taken out cannot send, and tells those who stop it", async () => {
  start(`${endpoint(A)}\n${endpoint(B)}`);
  write.receiver.push([entry("1")]);
  answers.push({ status: 204, body: "" }, new Promise(() => {}));
  await seconds(1n);
  await expect.poll(() => lines(A)).toEqual(["1"]);
  write.update(argsOf(endpoint(A)))!();
  expect(await write.drain(settle(), STOPS)).toBe(1);
});

it("calls back who waits for room that only one that is taken out did not have", async () => {
  start(
    `${endpoint(A, 'batch_size = "1MiB"')}\n${endpoint(B, 'batch_size = "10B"\nqueue_config {\ncapacity = "140B"\n}')}`,
  );
  answers.push({ status: 204, body: "" }, new Promise(() => {}));
  while (!write.receiver.full) write.receiver.push([entry("x".repeat(100))]);
  let called = 0;
  write.receiver.whenRoom(() => called++);
  write.update(argsOf(endpoint(A, 'batch_size = "1MiB"')))!();
  expect([called, write.receiver.full]).toEqual([1, false]);
});

it("is made anew where no address stays", () => {
  start(endpoint(A));
  expect(write.update(argsOf(endpoint(B)))).toBeUndefined();
  expect(write.update(argsOf(endpoint("http://me:pw@a/push")))).toBeDefined();
});
