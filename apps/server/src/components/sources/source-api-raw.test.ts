/** Lines as they are, over plain HTTP and TLS, and what ends requests that take too long. */
import { request as secureRequest } from "node:https";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ApiFixture, apiArgs, post } from "../../testing/api-fixture.ts";
import { TEST_CERTIFICATE } from "../../testing/certificate.ts";
import { never, START, settle } from "../../testing/fixtures.ts";

let api: ApiFixture;
beforeEach(() => {
  api = new ApiFixture();
});
afterEach(() => api.stop());

const rawUrl = (url: string) => url.replace("/push", "/raw");

it("takes each line that is not empty, with the configured labels and the time at which it came", async () => {
  const url = rawUrl(await api.start('labels = { job = "raw" }\nuse_incoming_timestamp = true'));
  const body = Buffer.from("one\r\n\n  two \n\r\nthr\xff\xe9e\r\r", "latin1");
  expect(await post(url, body, { "Content-Type": "text/plain", "X-Scope-OrgID": "t" })).toEqual({
    status: 204,
    text: "",
  });
  const short = url.replace("/loki", "");
  expect((await post(short, gzipSync("last"), { "Content-Encoding": "gzip" })).status).toBe(204);
  expect((await post(short, Buffer.from("\n\n"))).status).toBe(204);
  expect(api.shown().map(([labels, line, timestamp]) => [labels, line, timestamp])).toEqual([
    ['{job="raw"}', "one", START],
    ['{job="raw"}', "  two ", START],
    ['{job="raw"}', "thr\udcff\udce9e", START],
    ['{job="raw"}', "last", START],
  ]);
  await expect
    .poll(() => api.metrics())
    .toMatchObject({
      "logs_source_api_request_duration_seconds_count{method=POST,route=api_v1_raw,status_code=204,ws=false}": 2,
    });
});

it.each([
  ["too many lines", "a\nb\nc\n", {}, 413, "more than 2 entries in one push; send it in parts"],
  ["too many bytes", "x".repeat(101), {}, 413, "body is larger than 100 bytes"],
  ["what is not compressed as it says", "x", { "Content-Encoding": "gzip" }, 400, "gzip"],
])("refuses %s whole", async (_name, body, headers, status, line) => {
  const url = rawUrl(await api.start('max_send_entries = 2\nmax_send_message_size = "100B"'));
  const answer = await post(url, Buffer.from(body), headers);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(line);
  expect(api.next.entries).toEqual([]);
});

it("says what else is meant than another method", async () => {
  const url = rawUrl(await api.start());
  const response = await fetch(url);
  expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
});

const TLS = `tls {
  cert_pem = ${JSON.stringify(TEST_CERTIFICATE.cert)}
  key_pem  = ${JSON.stringify(TEST_CERTIFICATE.key)}
}`;

it("listens over TLS, and keeps its address when that changes", async () => {
  const url = new URL(await api.start('labels = { a = "b" }', 0, TLS));
  const push = (): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const options = { method: "POST", port: url.port, path: "/loki/api/v1/raw", ca: TEST_CERTIFICATE.cert };
      const request = secureRequest({ host: "127.0.0.1", agent: false, ...options }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on("error", reject);
      request.end("line");
    });
  expect(await push()).toBe(204);
  expect(
    await api.source.reserve(
      apiArgs("", Number(url.port), 'tls {\ncert_file = "no"\nkey_file = "no"\n}'),
      never as never,
    ),
  ).toMatchObject({ ok: false, message: "tls: cert_file: cannot read no: there is no such file" });
  expect(await push()).toBe(204);
  expect(api.next.lines).toEqual(["line", "line"]);
});

it("closes a connection whose answer takes longer than server_write_timeout", async () => {
  const url = new URL(await api.start("", 0, 'server_write_timeout = "5s"\nserver_read_timeout = "0s"'));
  const socket = connect(Number(url.port), "127.0.0.1");
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.write("POST /loki/api/v1/raw HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
  await expect
    .poll(() => api.metrics()["logs_source_api_inflight_requests{method=POST,route=loki_api_v1_raw}"])
    .toBe(1);
  await api.context.scheduler.advance(6n * SECOND);
  await closed;
  expect(api.next.entries).toEqual([]);
});

it("waits at its end for requests no longer than graceful_shutdown_timeout", async () => {
  const url = new URL(await api.start('graceful_shutdown_timeout = "3s"', 0, 'server_read_timeout = "0s"'));
  const socket = connect(Number(url.port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write("POST /loki/api/v1/raw HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
  await expect
    .poll(() => api.metrics()["logs_source_api_inflight_requests{method=POST,route=loki_api_v1_raw}"])
    .toBe(1);
  let drained = false;
  const draining = api.source.drain(never).then(() => {
    drained = true;
  });
  await settle();
  await api.context.scheduler.advance(2n * SECOND);
  await settle();
  expect(drained).toBe(false);
  await api.context.scheduler.advance(2n * SECOND);
  await draining;
});
