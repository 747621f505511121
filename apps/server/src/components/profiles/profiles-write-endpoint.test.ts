/** Whom `profiles.write` asks, with which headers and credentials, and what it reports of the answers. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TEST_CERTIFICATE } from "../../testing/certificate.ts";
import { EXPIRED_CERTIFICATE } from "../../testing/expired-certificate.ts";
import { START } from "../../testing/fixtures.ts";
import {
  BODY,
  endpoint,
  errorOf,
  fine,
  inTurn,
  LABELS,
  nobody,
  ProfilesWriteFixture,
  says,
} from "../../testing/profiles-write-fixture.ts";
import type { Answering } from "../../testing/stub-upstream.ts";

let test: ProfilesWriteFixture;
beforeEach(() => {
  test = new ProfilesWriteFixture();
});
afterEach(() => test.close());

describe("who is asked", () => {
  const PASSWORD = "hunter22";
  const hideFrom = (text: string, more: readonly string[]) =>
    more.reduce((shown, secret) => shown.replaceAll(secret, "(secret)"), text);

  it("receives the user of the address rather than a configured one, and a header rather than both", async () => {
    const one = await test.stub(fine);
    const withUser = one.url.replace("http://", `http://me:${PASSWORD}@`);
    const basic = `basic_auth {\nusername = "u"\npassword = "p"\n}`;
    test.start(`${endpoint(withUser, basic)}\n${endpoint(one.url, `headers = { Authorization = "Own x" }\n${basic}`)}`);
    await test.push();
    const told = one.seen.map(({ headers }) => headers.find(([name]) => name === "authorization")?.[1]);
    expect(told.toSorted()).toEqual([`Basic ${Buffer.from(`me:${PASSWORD}`).toString("base64")}`, "Own x"]);
    expect(JSON.stringify([test.write.details(), test.values(), test.context.logged])).not.toContain(PASSWORD);
  });

  it("receives the content types of a request, and no other endpoint's credentials", async () => {
    const one = await test.stub(fine);
    const other = await test.stub(fine);
    test.start(`${endpoint(one.url, 'bearer_token = "o-n-e"')}\n${endpoint(other.url, 'bearer_token = "o-t-h-e-r"')}`);
    const asked: readonly (readonly string[])[] = [[], [""], [], ["a/b"], ["a/b", ""], ["", ""], [""], ["a/b"], []];
    for (const contentTypes of asked)
      await test.write.profiles.ingest({ labels: LABELS, body: [BODY], contentTypes, rawQuery: "name=n" }, nobody);
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

  it("receives the content of files, read for each request", async () => {
    const one = await test.stub(fine);
    writeFileSync(join(test.folder, "token"), "first\n");
    test.start(endpoint(one.url, 'bearer_token_file = "token"'));
    await test.push();
    writeFileSync(join(test.folder, "token"), "second");
    await test.ingest();
    expect([one.header("authorization", 0), one.header("authorization", 1)]).toEqual(["Bearer first", "Bearer second"]);
  });

  it("receives a scheme of its own, and headers of several values, of which one value alone takes the place", async () => {
    const one = await test.stub(fine);
    const authorization = 'authorization {\ntype = "Key"\ncredentials = "k"\n}';
    const headers =
      'headers = { "X-One" = "1" }\nhttp_headers = { "x-one" = ["2"], "X-Two" = ["a", "b"], Host = ["other"] }';
    test.start(endpoint(one.url, `${authorization}\n${headers}`));
    await test.push();
    expect(["authorization", "x-one", "x-two", "host"].map((name) => one.header(name))).toEqual([
      "Key k",
      "1",
      "a, b",
      one.host,
    ]);
  });

  it("is reached through a proxy, but for what needs none", async () => {
    const proxy = await test.stub(fine);
    const one = await test.stub(fine);
    const through = `proxy_url = "${proxy.url}"`;
    test.start(`${endpoint("http://upstream.example", through)}\n${endpoint(one.url, `${through}\nno_proxy = "a.b"`)}`);
    await test.push();
    expect([proxy.header("host"), one.header("host")]).toEqual(["upstream.example", one.host]);
  });

  it("gets a password from a file", async () => {
    const one = await test.stub(fine);
    writeFileSync(join(test.folder, "password"), "p\n");
    test.start(endpoint(one.url, 'basic_auth {\nusername = "u"\npassword_file = "password"\n}'));
    await test.push();
    expect(one.header("authorization")).toBe("Basic dTpw");
  });

  it("is not asked without what a file should hold; that is tried again", async () => {
    const one = await test.stub(fine);
    test.start(endpoint(one.url, 'max_backoff_retries = 2\nbearer_token_file = "token"'));
    const cause = "unavailable: cannot read token: there is no such file";
    expect((await errorOf(test.push()))!.message).toBe(`failed to push to endpoint ${one.url} (2 retries): ${cause}`);
    expect(one.connections).toBe(0);
  });

  it("is not asked with a header that no request can carry, and its value is not told", async () => {
    const one = await test.stub(fine);
    writeFileSync(join(test.folder, "token"), "sec\nret");
    test.start(endpoint(one.url, 'bearer_token_file = "token"'));
    const { message } = (await errorOf(test.ingest()))!;
    expect(message).toContain("(0 retries): the header authorization would hold a control character");
    expect(message).not.toMatch(/sec|ret\b/);
  });

  it("gets no header that says how long something else is", async () => {
    const one = await test.stub(fine);
    test.start(endpoint(one.url, 'headers = { "Content-Length" = "3", Host = "other", "X-Mine" = "ü" }'));
    await test.ingest();
    expect([one.header("content-length"), one.header("host")]).toEqual(["7", one.host]);
    expect(Buffer.from(one.header("x-mine")!, "latin1").toString()).toBe("ü");
  });

  const tokens = (...answers: Answering[]) => test.stub(inTurn(...answers, says(500)));
  const token = (text: string) => says(200, JSON.stringify({ access_token: text }), "application/json");
  const oauth2 = (server: { readonly url: string }) =>
    `oauth2 {\nclient_id = "me"\nclient_secret = "s"\ntoken_url = "${server.url}/token"\n}`;

  it("receives a token, which is fetched once, and again where it is refused", async () => {
    const server = await tokens(token("first"), token("second"));
    const one = await test.stub(inTurn(fine, fine, says(401), fine, says(401)));
    test.start(endpoint(one.url, `${oauth2(server)}\nmax_backoff_retries = 1`));
    await test.push();
    await test.ingest();
    await test.ingest();
    expect(one.seen.map((_, i) => one.header("authorization", i))).toEqual([
      "Bearer first",
      "Bearer first",
      "Bearer first",
      "Bearer second",
    ]);
    // It does not ask for one more than once for each attempt, and the answer counts.
    const problem = (await errorOf(test.push()))!.message;
    expect(problem).toContain("unavailable: no token: its server answered 500");
    expect([one.seen.length, server.seen.length]).toEqual([5, 3]);
  });

  it("is not asked without a token, for which nobody waits longer than for the profile", async () => {
    test.scheduler.hasty = false;
    const server = await tokens(() => {});
    const one = await test.stub(fine);
    test.start(endpoint(one.url, oauth2(server)));
    const late = errorOf(test.push(nobody, START + 2n * SECOND));
    await expect.poll(() => server.seen.length).toBe(1);
    const leaving = new AbortController();
    const left = errorOf(test.push(leaving.signal));
    leaving.abort();
    expect((await left)!.message).toContain("canceled: context canceled");
    await test.scheduler.advance(2n * SECOND);
    expect((await late)!.message).toContain("deadline_exceeded: context deadline exceeded");
    expect([one.connections, server.seen.length]).toEqual([0, 1]);
    // What is still fetched for nobody ends with the endpoint.
    await test.write.drain(Promise.resolve());
    await expect.poll(() => server.open).toBe(0);
    expect(test.scheduler.pending).toBe(0);
  });

  it("may repeat what it was told, which nobody else sees", async () => {
    const repeats: Answering = (response, { headers }) =>
      response.writeHead(400).end(`not good: ${headers.find(([name]) => name === "authorization")![1]}`);
    const one = await test.stub(repeats);
    writeFileSync(join(test.folder, "token"), "topsecret");
    test.start(endpoint(one.url, 'bearer_token_file = "token"'), { hideFrom });
    expect((await errorOf(test.ingest()))!.message).toMatch(/msg=not good: Bearer \(secret\)$/);
    expect(JSON.stringify([test.write.details(), test.write.health, test.context.logged])).not.toContain("topsecret");
  });

  it("hides credentials that a proxy repeats", async () => {
    const proxy = await test.stub(() => {});
    proxy.server.on("connect", ({ headers }, socket) => {
      socket.end(`HTTP/1.1 407 who is ${headers["proxy-authorization"]}\r\nContent-Length: 0\r\n\r\n`);
    });
    const address = proxy.url.replace("http://", `http://me:${PASSWORD}@`);
    test.start(endpoint("https://upstream.example", `max_backoff_retries = 1\nproxy_url = "${address}"`), { hideFrom });
    const { message } = (await errorOf(test.ingest()))!;
    expect(message).toContain(`proxy ${proxy.host}: it answered 407 who is Basic (secret)`);
    expect(JSON.stringify([test.write.details(), test.write.health, test.context.logged])).not.toContain(
      btoa(`me:${PASSWORD}`),
    );
  });

  it("says as much as fits on a line", async () => {
    const one = await test.stub(says(400, `${"x".repeat(1000)}\nsecond`));
    test.start(endpoint(one.url));
    expect((await errorOf(test.ingest()))!.message).toMatch(/msg=x{300}…$/);
  });

  it("is asked with another certificate once the file holds another", async () => {
    const shown: unknown[] = [];
    const { cert, key } = TEST_CERTIFICATE;
    const secure = { cert, key, ca: cert, requestCert: true, rejectUnauthorized: false };
    const one = await test.stub((response, seen, request) => {
      const socket = request.socket as unknown as { getPeerX509Certificate(): { validTo: string } | undefined };
      shown.push(new Date(socket.getPeerX509Certificate()!.validTo).getUTCFullYear());
      fine(response, seen, request);
    }, secure);
    const save = (pair: typeof TEST_CERTIFICATE) => {
      writeFileSync(join(test.folder, "cert.pem"), pair.cert);
      writeFileSync(join(test.folder, "key.pem"), pair.key);
    };
    writeFileSync(join(test.folder, "ca.pem"), cert);
    save(TEST_CERTIFICATE);
    test.start(endpoint(one.url, 'tls_config {\nca_file = "ca.pem"\ncert_file = "cert.pem"\nkey_file = "key.pem"\n}'));
    await test.push();
    await test.push();
    save(EXPIRED_CERTIFICATE);
    await test.push();
    expect([shown, one.connections]).toEqual([[2126, 2126, 2020], 2]);
  });
});
