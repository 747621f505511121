/** Whom `profiles.write` asks, with which headers and credentials, and what it reports of the answers. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TEST_CERTIFICATE } from "../../testing/certificate.ts";
import { EXPIRED_CERTIFICATE } from "../../testing/expired-certificate.ts";
import {
  BODY,
  endpoint,
  errorOf,
  fine,
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
