/** Requests of a push client: retries, headers, and what is reported of answers. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SECOND } from "@sluice/engine";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { entry } from "../testing/fixtures.ts";
import { HOST, MS, PushFixture, status } from "../testing/push-fixture.ts";

let push: PushFixture;
beforeEach(() => {
  push = new PushFixture();
});

describe("retries", () => {
  it("tries again with pauses that double, in order", async () => {
    push.endpoint.answers.push(status(500, "no\nreally"), { status: 0, error: "connection refused" });
    const one = push.client();
    one.push([entry("a")]);
    await push.context.scheduler.advance(SECOND);
    one.push([entry("b")]);
    expect(one.lastError).toBe("the endpoint answered 500: no");
    await push.context.scheduler.advance(5n * SECOND);
    expect(push.endpoint.sent.map(({ at, lines }) => [(at - push.endpoint.sent[0]!.at) / MS, lines])).toEqual([
      [0n, ["a"]],
      [500n, ["a"]],
      [1500n, ["a"]],
      [1500n, ["b"]],
    ]);
    expect(one.lastError).toBe("");
    expect(push.metrics()).toMatchObject({
      [`logs_write_batch_retries_total{host=${HOST},tenant=}`]: 2,
      [`logs_write_batch_size_bytes_count{host=${HOST},tenant=}`]: 2,
      [`logs_write_batch_size_bytes_sum{host=${HOST},tenant=}`]: 26,
      [`logs_write_sent_entries_total{host=${HOST},tenant=}`]: 2,
    });
  });

  it.each([
    ["of nothing ends in no colon", "", "the endpoint answered 400"],
    ["of blanks ends in no colon", " \r\n ", "the endpoint answered 400"],
    ["that is cut says so", "x".repeat(301), `the endpoint answered 400: ${"x".repeat(300)}…`],
    ["that just fits is whole", "x".repeat(300), `the endpoint answered 400: ${"x".repeat(300)}`],
    ["of several lines is shown by its first", "a\r\nb", "the endpoint answered 400: a"],
  ])("an answer %s", async (_name, body, told) => {
    push.endpoint.answers.push(status(400, body));
    const one = push.client();
    one.push([entry("a")]);
    await push.context.scheduler.advance(SECOND);
    expect(one.lastError).toBe(told);
  });

  it("never waits longer than max_backoff_period", async () => {
    for (let i = 0; i < 7; i++) push.endpoint.answers.push(status(503));
    const one = push.client({ maxAttempts: 0 });
    one.push([entry("a")]);
    await push.context.scheduler.advance(60n * SECOND);
    const pauses = push.endpoint.sent.slice(1).map(({ at }, i) => (at - push.endpoint.sent[i]!.at) / MS);
    expect(pauses).toEqual([500n, 1000n, 2000n, 4000n, 4000n, 4000n, 4000n]);
  });

  it("drops after the last attempt, and counts it", async () => {
    for (let i = 0; i < 3; i++) push.endpoint.answers.push({ status: 0, error: "connection refused" });
    const one = push.client();
    one.push([entry("a"), entry("bb")]);
    await push.context.scheduler.advance(10n * SECOND);
    expect(push.endpoint.sent.length).toBe(3);
    expect(push.metrics()).toMatchObject({
      [`logs_write_dropped_entries_total{host=${HOST},tenant=,reason=ingester_error}`]: 2,
      [`logs_write_dropped_bytes_total{host=${HOST},tenant=,reason=ingester_error}`]: 27,
      [`logs_write_sent_entries_total{host=${HOST},tenant=}`]: 0,
    });
    expect(push.context.logged.at(-1)).toMatchObject({
      level: "error",
      message: "a batch was dropped",
      fields: { entries: 2, problem: "connection refused" },
    });
  });

  it.each([
    ["400 is final", 400, {}, 1, "ingester_error"],
    ["429 is tried again", 429, {}, 3, "rate_limited"],
    ["429 is final where that is configured", 429, { retryOn429: false }, 1, "rate_limited"],
    ["a redirect that is not followed is final", 302, {}, 1, "ingester_error"],
  ])("%s", async (_name, code, options, attempts, reason) => {
    for (let i = 0; i < 3; i++) push.endpoint.answers.push(status(code));
    push.client(options).push([entry("a")]);
    await push.context.scheduler.advance(30n * SECOND);
    expect(push.endpoint.sent.length).toBe(attempts);
    expect(push.metrics()[`logs_write_dropped_entries_total{host=${HOST},tenant=,reason=${reason}}`]).toBe(1);
  });
});

it("drops at once what no header can carry, which was tried again while all tenants waited", async () => {
  const one = push.client();
  one.push([entry("a", { __tenant_id__: "t\nx" }), entry("b", { __tenant_id__: "good" })]);
  await push.context.scheduler.advance(SECOND);
  expect(push.endpoint.lines).toEqual([["b"]]);
  expect(push.metrics()[`logs_write_dropped_entries_total{host=${HOST},tenant=t\nx,reason=invalid_header}`]).toBe(1);
  expect(push.context.logged.at(-1)!.fields).toMatchObject({
    attempts: 0,
    problem: "the header x-scope-orgid would hold a control character, which no request can carry",
  });
});

it("sends a tenant as UTF-8, as Go does, of which the platform's client makes an error", async () => {
  push.client().push([entry("a", { __tenant_id__: "\u2603" })]);
  await push.context.scheduler.advance(SECOND);
  const sent = push.endpoint.sent[0]!.headers["x-scope-orgid"]!;
  expect(Buffer.from(sent, "latin1").toString()).toBe("\u2603");
  expect(() => new Headers({ "x-scope-orgid": sent })).not.toThrow();
});

it.each([
  ["where the text is cut", `${"x".repeat(290)} sup3rS3cretT0kenValue is bad`],
  ["where no more was read of the answer", `${"sup3rS3cretT0kenValue ".repeat(20)}sup3rS3cretT0`],
])("shows no part of a secret %s", async (_name, answer) => {
  push.endpoint.answers.push(status(400, answer));
  const one = push.client({ bearerToken: { text: "sup3rS3cretT0kenValue", file: "" } });
  one.push([entry("a")]);
  await push.context.scheduler.advance(SECOND);
  expect(one.lastError).toContain("the endpoint answered 400: ");
  expect(one.lastError).not.toContain("sup3");
  expect(JSON.stringify(push.context.logged)).not.toContain("sup3");
});

describe("basic_auth, which was refused as not run", () => {
  const basic = (text: string, file = "") => ({ basicAuth: { username: "u", password: { text, file } } });
  const authorizations = () => push.endpoint.sent.map(({ headers }) => headers.authorization);
  const encoded = (pair: string) => Buffer.from(pair).toString("base64");

  it("gives user and password; a user of the address counts before it, and a header before both", async () => {
    const url = "http://me:pw@loki.example:3100/push";
    const headers = new Map([["Authorization", "Own x"]]);
    for (const more of [{}, { url }, { url, headers }]) {
      push.client({ ...basic("p"), ...more }).push([entry("a")]);
      await push.context.scheduler.advance(SECOND);
    }
    expect(authorizations()).toEqual([`Basic ${encoded("u:p")}`, `Basic ${encoded("me:pw")}`, "Own x"]);
    expect(push.endpoint.sent.map((one) => one.url)).not.toContainEqual(expect.stringContaining("pw"));
  });

  it("shows neither the password nor its encoded form where an endpoint answers with them", async () => {
    push.endpoint.answers.push(status(400, `no hunter22secret, nor ${encoded("u:hunter22secret")}`));
    const one = push.client(basic("hunter22secret"));
    one.push([entry("a")]);
    await push.context.scheduler.advance(SECOND);
    expect(one.lastError).toContain("the endpoint answered 400: no ");
    const told = JSON.stringify([one.lastError, one.details, push.context.logged]);
    expect(told).not.toContain("hunter22secret");
    expect(told).not.toContain(encoded("u:hunter22secret"));
  });

  it("reads a password from its file for each request, and tries again where it cannot", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sluice-basic-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "password");
    const one = push.client({ ...basic("", file), maxAttempts: 0 });
    one.push([entry("a")]);
    await push.context.scheduler.advance(SECOND);
    await expect.poll(() => one.lastError).toBe(`cannot read ${file}: there is no such file`);
    expect(push.endpoint.sent).toEqual([]);
    writeFileSync(file, "first\n");
    await expect
      .poll(async () => {
        await push.context.scheduler.advance(SECOND);
        return push.endpoint.lines;
      })
      .toEqual([["a"]]);
    writeFileSync(file, "second");
    one.push([entry("b")]);
    await push.context.scheduler.advance(SECOND);
    await expect.poll(authorizations).toEqual([`Basic ${encoded("u:first")}`, `Basic ${encoded("u:second")}`]);
    expect(one.lastError).toBe("");
  });
});

it("does not count as sent what a redirect turned into a GET", async () => {
  push.endpoint.answers.push({ status: 200, body: "a login page", lostBody: true });
  push.client().push([entry("a")]);
  await push.context.scheduler.advance(30n * SECOND);
  expect(push.endpoint.sent.length).toBe(1);
  expect(push.metrics()).toMatchObject({
    [`logs_write_dropped_entries_total{host=${HOST},tenant=,reason=ingester_error}`]: 1,
    [`logs_write_sent_entries_total{host=${HOST},tenant=}`]: 0,
  });
});
