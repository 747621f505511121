/** `profiles.receive_http` over TLS: which settings it takes, whom it serves, and that handshakes hold nobody up. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectSecurely } from "node:tls";
import { SECOND } from "@sluice/engine";
import { afterEach, expect, it } from "vitest";
import { TEST_CERTIFICATE } from "../../testing/certificate.ts";
import { EXPIRED_CERTIFICATE } from "../../testing/expired-certificate.ts";
import { until } from "../../testing/fixtures.ts";
import { INGEST, ProfilesFixture, post } from "../../testing/profiles-fixture.ts";

let fixture: ProfilesFixture | undefined;
afterEach(async () => {
  await fixture?.stop();
  fixture = undefined;
});

async function start(...options: Parameters<typeof ProfilesFixture.start>): Promise<ProfilesFixture> {
  fixture = await ProfilesFixture.start(...options);
  return fixture;
}

const pem = (name: string, text: string) => `${name} = ${JSON.stringify(text)}`;
const OWN = `${pem("cert_pem", TEST_CERTIFICATE.cert)}\n${pem("key_pem", TEST_CERTIFICATE.key)}`;
const CA = pem("client_ca", TEST_CERTIFICATE.cert);

/** The answer by HTTPS; nothing where none comes. */
const askSecurely = (options: object = {}): Promise<number | undefined> =>
  new Promise((resolve) => {
    const socket = connectSecurely({ port: fixture!.port, host: "127.0.0.1", ca: TEST_CERTIFICATE.cert, ...options });
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (data) => {
      text += data;
      socket.end();
    });
    socket.on("close", () => resolve(text === "" ? undefined : Number(text.slice(9, 12))));
    socket.write(post(INGEST, "x", "Connection: close\r\n"));
  });

it.each([
  ["NoClientCert", "", 200, 200],
  ["RequestClientCert", "", 200, 200],
  ["RequireAnyClientCert", "", undefined, 200],
  ["VerifyClientCertIfGiven", CA, 200, 200],
  ["VerifyClientCertIfGiven", "", 200, undefined],
  ["RequireAndVerifyClientCert", CA, undefined, 200],
  ["RequireAndVerifyClientCert", "", undefined, undefined],
])("%s, with %j", async (type, ca, without, shown) => {
  await start(`tls {\n ${OWN}\n client_auth_type = "${type}"\n ${ca}\n }`);
  expect([await askSecurely(), await askSecurely(TEST_CERTIFICATE)]).toEqual([without, shown]);
});

it("listens by plain HTTP without a certificate and its key", async () => {
  await start(`tls {\n ${pem("cert_pem", TEST_CERTIFICATE.cert)}\n }`);
  expect(await fixture!.ask(INGEST)).toMatchObject({ status: 200 });
});

it.each([
  ["a key that is none", `${pem("cert_pem", TEST_CERTIFICATE.cert)}\n key_pem = "nope"`, /certificate or its key/],
  ["a version that is none", `${OWN}\n min_version = "TLS9"`, /TLS version "TLS9" not recognized/],
  ["a suite that is none", `${OWN}\n cipher_suites = "TLS_NULL"`, /cipher suite "TLS_NULL" not recognized/],
  ["a way to authenticate that is none", `${OWN}\n client_auth_type = "Maybe"`, /client_auth_type/],
  ["authorities that are not asked for", `${OWN}\n ${CA}`, /client_ca/],
  [
    "a file that is not there",
    `cert_file = "gone.pem"\n key_file = "gone.pem"`,
    /cert_file: cannot read gone.pem: there is no such file/,
  ],
])("is unhealthy with %s, and goes on as before after a change to it", async (_name, args, reason) => {
  await start(`tls {\n ${args}\n }`);
  expect(fixture!.source.health).toEqual({ state: "unhealthy", message: expect.stringMatching(reason) });
  await fixture!.update();
  expect(fixture!.source.health.state).toBe("healthy");
  const kept = fixture!.client();
  expect(await kept.send(post(INGEST)).answer()).toMatchObject({ status: 200 });
  await fixture!.update(`tls {\n ${args}\n }`);
  expect(fixture!.source.health).toEqual({ state: "unhealthy", message: expect.stringMatching(reason) });
  expect(await kept.send(post(INGEST)).answer()).toMatchObject({ status: 200 });
});

it("takes suites by Go's names, and leaves those of TLS 1.3 alone", async () => {
  await start(`tls {\n ${OWN}\n cipher_suites = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, TLS_AES_128_GCM_SHA256"\n }`);
  const old = (ciphers: string) => askSecurely({ maxVersion: "TLSv1.2", ciphers });
  expect([
    await old("ECDHE-ECDSA-AES128-GCM-SHA256"),
    await old("ECDHE-ECDSA-AES256-GCM-SHA384"),
    await askSecurely({ minVersion: "TLSv1.3" }),
  ]).toEqual([200, undefined, 200]);
});

it("reads files beside the configuration, which win over texts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sluice-profiles-"));
  writeFileSync(join(folder, "c.pem"), TEST_CERTIFICATE.cert);
  writeFileSync(join(folder, "k.pem"), TEST_CERTIFICATE.key);
  const args = 'cert_pem = "nope"\n key_pem = "nope"\n cert_file = "c.pem"\n key_file = "k.pem"';
  await start(`tls {\n ${args}\n }`, "", { baseDir: folder });
  expect(await askSecurely()).toBe(200);
  rmSync(folder, { recursive: true });
});

it("shows another certificate once its files are others, on new connections, and goes on with the old while they are none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sluice-profiles-"));
  const write = ({ cert, key }: { cert?: string; key?: string }) => {
    if (cert !== undefined) writeFileSync(join(folder, "c.pem"), cert);
    if (key !== undefined) writeFileSync(join(folder, "k.pem"), key);
  };
  const { cert, key } = TEST_CERTIFICATE;
  write({ cert, key });
  await start('tls {\n cert_file = "c.pem"\n key_file = "k.pem"\n }', "", { baseDir: folder });
  const look = () => fixture!.context.scheduler.advance(30n * SECOND);
  const health = () => fixture!.source.health;
  const kept = connectSecurely({ port: fixture!.port, host: "127.0.0.1", ca: cert });
  await new Promise((resolve) => kept.once("secureConnect", resolve));
  const { cert: other, key: otherKey } = EXPIRED_CERTIFICATE;
  write({ cert: other });
  await look();
  await expect.poll(health).toEqual({
    state: "unhealthy",
    message: expect.stringMatching(/certificate or its key cannot be used: .*; it goes on as before$/),
  });
  expect(await askSecurely()).toBe(200);
  rmSync(join(folder, "k.pem"));
  await look();
  await expect.poll(() => health().message).toMatch(/key_file: cannot read k\.pem/);
  expect(await askSecurely()).toBe(200);
  write({ key: otherKey });
  await look();
  await expect.poll(health).toEqual({ state: "healthy", message: "" });
  expect(await askSecurely()).toBeUndefined();
  expect(await askSecurely({ rejectUnauthorized: false })).toBe(200);
  kept.write(post(INGEST));
  const answer = await new Promise((resolve) => kept.once("data", resolve));
  expect(String(answer)).toContain(" 200 ");
  kept.destroy();
  rmSync(folder, { recursive: true });
});

it("does not wait for a handshake that stops half-way, and serves others meanwhile", async () => {
  await start(`server_read_timeout = "100ms"\n tls {\n ${OWN}\n }`);
  const socket = await fixture!.socket();
  const gone = new Promise((resolve) => socket.once("close", resolve));
  // The beginning of a record that does not go on.
  socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 1, 0, 1]));
  expect(await askSecurely()).toBe(200);
  socket.resume();
  await gone;
  await until(() => fixture!.source.details().connections === 0);
});

it("stops at once though a handshake does not go on", async () => {
  await start(`tls {\n ${OWN}\n }`);
  const socket = await fixture!.socket();
  await until(() => fixture!.source.details().connections === 1);
  await fixture!.stop();
  expect(fixture!.source.details()).toMatchObject({ connections: 0 });
  socket.destroy();
  fixture = undefined;
});
