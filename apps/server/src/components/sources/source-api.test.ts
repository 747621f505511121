/** What `logs.source.api` accepts, refuses and passes on. */
import { request as httpRequest } from "node:http";
import { deflateRawSync, gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { compressSync } from "snappy";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PushRequestSchema } from "../../gen/loki/push_pb.ts";
import { ApiFixture, json, post, protobuf } from "../../testing/api-fixture.ts";
import { START } from "../../testing/fixtures.ts";

let api: ApiFixture;
beforeEach(() => {
  api = new ApiFixture();
});
afterEach(() => api.stop());

describe("accepting", () => {
  it("answers 204 and stamps entries with the time of arrival", async () => {
    const url = await api.start();
    expect(
      await post(
        url,
        json([
          ["1", "x"],
          ["2", "y", { trace: "t" }],
        ]),
      ),
    ).toEqual({ status: 204, text: "" });
    expect(api.shown()).toEqual([
      ['{job="a"}', "x", START, []],
      ['{job="a"}', "y", START, [["trace", "t"]]],
    ]);
    await expect
      .poll(() => api.metrics())
      .toMatchObject({
        logs_source_api_entries_total: 2,
        logs_source_api_entries_written: 2,
        "logs_source_api_inflight_requests{method=POST,route=loki_api_v1_push}": 0,
        "logs_source_api_request_duration_seconds_count{method=POST,route=loki_api_v1_push,status_code=204,ws=false}": 1,
        "logs_source_api_request_message_bytes_sum{method=POST,route=loki_api_v1_push}": 81,
        "logs_source_api_tcp_connections{protocol=http}": 1,
        "logs_source_api_requests_total{status_code=204}": 1,
      });
  });

  it("keeps incoming timestamps where asked to: exact, out of order, and far in the future", async () => {
    const url = await api.start("use_incoming_timestamp = true");
    await post(
      url,
      json([
        ["1710072000000000001", "a"],
        ["5", "b"],
        ["9223372036854775807", "c"],
        ["-1", "d"],
      ]),
    );
    expect(api.next.entries.map(({ timestamp }) => timestamp)).toEqual([
      1710072000000000001n,
      5n,
      9223372036854775807n,
      -1n,
    ]);
  });

  it("reads protobuf, also at the older path", async () => {
    const url = await api.start("use_incoming_timestamp = true");
    const expected = [
      ['{job="p"}', "x", 1_700_000_000_000_000_000n, [["n", "0"]]],
      ['{job="p"}', "é\n", 1_700_000_000_000_000_001n, [["n", "1"]]],
    ];
    expect((await post(url, protobuf('{job="p"}', ["x", "é\n"]))).status).toBe(204);
    expect(
      (
        await post(url.replace("/loki", ""), protobuf('{job="p"}', ["x", "é\n"]), {
          "Content-Type": "application/x-protobuf",
          "Content-Encoding": "snappy",
        })
      ).status,
    ).toBe(204);
    expect(api.shown()).toEqual([...expected, ...expected]);
  });

  it.each([
    ["gzip", gzipSync(json([["1", "x"]]))],
    ["deflate", deflateRawSync(json([["1", "x"]]))],
    // Of JSON it says nothing, as in Loki.
    ["snappy", Buffer.from(json([["1", "x"]]))],
  ])("reads Content-Encoding %s", async (encoding, body) => {
    const url = await api.start();
    expect(
      await post(url, body, { "Content-Type": "application/json; charset=utf-8", "Content-Encoding": encoding }),
    ).toEqual({ status: 204, text: "" });
    expect(api.next.lines).toEqual(["x"]);
  });

  it("turns the tenant header into a label, adds labels, and removes reserved and empty ones", async () => {
    const url = await api.start('labels = {dc = "1", job = "configured", __x = "no", gone = ""}');
    await post(
      url,
      json([["1", "x"]], { job: "a", __tenant_id__: "forged", __path__: "/p", empty: "", gone: "1", '"k8s-app"': "z" }),
      { "X-Scope-OrgID": "team" },
    );
    expect(api.next.entries[0]!.labels.toRecord()).toEqual({
      __tenant_id__: "team",
      dc: "1",
      job: "configured",
      "k8s-app": "z",
    });
  });

  it("makes one U+FFFD of each byte that is not UTF-8", async () => {
    const url = await api.start();
    const body = Buffer.from(json([["1", "a@@@b"]]), "latin1");
    body.set([0xe2, 0x82, 0xff], body.indexOf("@@@"));
    expect((await post(url, body, { "Content-Type": "application/json" })).status).toBe(204);
    expect(api.next.lines).toEqual(["a\ufffd\ufffd\ufffdb"]);
  });
});

describe("as Alloy has it", () => {
  it.each<[string, string, number, unknown[]]>([
    ["an empty object", "{}", 204, []],
    ["a stream that is empty", '{"streams":[{}]}', 204, []],
    ["a stream without values", '{"streams":[{"stream":{"a":"b"}}]}', 204, []],
    [
      "a label's value that is not text",
      '{"streams":[{"stream":{"a":1.50},"values":[["1","x"]]}]}',
      204,
      ['{a="1.50"}'],
    ],
    ["the key in capitals", '{"STREAMS":[{"stream":{"a":"b"},"values":[["1","x"]]}]}', 204, ['{a="b"}']],
    ["a label name with a blank", json([["1", "x"]], { "a b": "c" }), 400, []],
    ["a label name with a digit first", json([["1", "x"]], { "1a": "c" }), 400, []],
  ])("%s", async (_name, body, status, labels) => {
    const url = await api.start();
    expect((await post(url, body)).status).toBe(status);
    expect(api.next.entries.map((one) => one.labels.toString())).toEqual(labels);
  });

  it("passes on the streams beside one whose labels cannot be read, and answers 400, which nobody repeats", async () => {
    const url = await api.start();
    const stream = (name: string, line: string) => ({ stream: { [name]: "x" }, values: [["1", line]] });
    const body = JSON.stringify({ streams: [stream("a", "1"), stream("1a", "2"), stream("b", "3")] });
    const { status, text } = await post(url, body);
    expect([status, api.next.lines]).toEqual([400, ["1", "3"]]);
    expect(text).toMatch(/^streams\[1\]\.stream: "1a" is not a label name/);
  });

  it("relabels by the rules of another component, which see what begins with two underscores", async () => {
    const rules = `logs.relabel "r" {
      forward_to = []
      rule {
        source_labels = ["__host", "dc"]
        target_label  = "place"
      }
      rule {
        action        = "drop"
        source_labels = ["level"]
        regex         = "debug"
      }
    }`;
    const url = await api.start('labels = {dc = "1"}\nrelabel_rules = logs.relabel.r.rules', 0, "", rules);
    const stream = (labels: Record<string, string>, line: string) => ({ stream: labels, values: [["1", line]] });
    const body = { streams: [stream({ __host: "a" }, "1"), stream({ level: "debug" }, "2")] };
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(204);
    expect(api.next.entries.map(({ labels, line }) => [line, labels.toRecord()])).toEqual([
      ["1", { dc: "1", place: "a;1" }],
    ]);
    expect(api.metrics().logs_source_api_relabel_dropped_entries_total).toBe(1);
  });

  it("does not pass on what has no labels, and counts it", async () => {
    const url = await api.start();
    expect((await post(url, json([["1", "x"]], { gone: "" }))).status).toBe(204);
    expect(api.next.entries).toEqual([]);
    expect(api.metrics().logs_source_api_unlabelled_entries_total).toBe(1);
    expect(api.context.logged.filter(({ level }) => level === "warn")).toMatchObject([
      { message: expect.stringContaining("their stream has no labels"), fields: { entries: 1 } },
    ]);
  });

  it("takes times from the year 1 to the year 9999", async () => {
    const url = await api.start("use_incoming_timestamp = true");
    const streams = [{ labels: '{a="b"}', entries: [{ timestamp: { seconds: 9_223_372_037n, nanos: 1 }, line: "x" }] }];
    const body = compressSync(toBinary(PushRequestSchema, create(PushRequestSchema, { streams })));
    expect((await post(url, body)).status).toBe(204);
    expect(api.next.entries[0]!.timestamp).toBe(9_223_372_037_000_000_001n);
  });

  it("reads what has another type as protobuf", async () => {
    const url = await api.start();
    const answer = await post(url, protobuf('{a="b"}', ["x"]), { "Content-Type": "application/octet-stream" });
    expect([answer.status, api.next.lines]).toEqual([204, ["x"]]);
  });

  it.each([
    ["team", "team"],
    ["team:part", "team"],
    ["a|a", "a"],
    ["a|b", undefined],
    ["..", undefined],
    ["a/b", undefined],
    ["x".repeat(151), undefined],
  ])("takes the tenant %s as %s", async (header, tenant) => {
    const url = await api.start();
    await post(url, json([["1", "x"]]), { "X-Scope-OrgID": header });
    expect(api.next.entries[0]!.labels.get("__tenant_id__")).toBe(tenant);
  });
});

describe("refusing", () => {
  it.each<[string, string | Uint8Array, Record<string, string>, number, RegExp]>([
    ["no JSON", "{", {}, 400, /^body is not JSON: [^\n]+\n$/],
    [
      "one bad entry among good ones",
      json([
        ["1", "good"],
        ["x", "bad"],
      ]),
      {},
      400,
      /^streams\[0\]\.values\[1\]\[0\] must be [^\n]+\n$/,
    ],
    [
      "a body that is not gzip",
      Buffer.from("nope"),
      { "Content-Type": "application/json", "Content-Encoding": "gzip" },
      400,
      /^body is not gzip/,
    ],
    [
      "a content encoding that is not read",
      "{}",
      { "Content-Type": "application/json", "Content-Encoding": "br" },
      400,
      /^Content-Encoding "br" is not supported/,
    ],
    [
      "a content type that is not read",
      "x",
      { "Content-Type": "text/plain" },
      400,
      /^send application\/json or application\/x-protobuf, not "text\/plain"\n$/,
    ],
    ["an empty body", new Uint8Array(), {}, 400, /^body is not a snappy block/],
    [
      "protobuf that is not a snappy block",
      Buffer.from([200, 1, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 7, 8]),
      {},
      400,
      /^body is not a snappy block/,
    ],
    [
      "a snappy block that is not a push request",
      compressSync(Buffer.from([0x0a, 0x05, 0x01])),
      {},
      400,
      /^body is not a push request: streams\[0\]: /,
    ],
    [
      "labels that are none",
      protobuf("job=x", ["a"]),
      {},
      400,
      /^body is not a push request: streams\[0\]: labels: expected nothing more at 3/,
    ],
    [
      "a snappy block that claims more than it can hold",
      Buffer.concat([Buffer.from([0xff, 0xff, 0x0f]), Buffer.alloc(20)]),
      {},
      400,
      /cannot hold the 262143/,
    ],
    [
      "a snappy block that claims to be huge",
      Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 0]),
      {},
      413,
      /claims to be 4294967295 bytes/,
    ],
    ["a body that is too large", json([["1", "x".repeat(300_000)]]), {}, 413, /^body is larger than 262144 bytes\n$/],
    [
      "a gzip bomb",
      gzipSync(Buffer.alloc(50_000_000, " ")),
      { "Content-Type": "application/json", "Content-Encoding": "gzip" },
      413,
      /^body is larger than/,
    ],
  ])("%s", async (_name, body, headers, status, message) => {
    const url = await api.start('max_send_message_size = "256KiB"');
    const answer = await post(url, body, headers);
    expect(answer.text).toMatch(message);
    expect(answer.status).toBe(status);
    expect(api.next.entries).toEqual([]);
    expect(api.metrics()[`logs_source_api_requests_total{status_code=${status}}`]).toBe(1);
  });

  it("answers a body of unknown length as soon as it is too large, and the client can read the answer", async () => {
    const url = await api.start('max_send_message_size = "1KiB"');
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(
        url,
        { method: "POST", headers: { "Content-Type": "application/json" } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
          request.end();
        },
      );
      request.on("error", reject);
      for (let i = 0; i < 100; i++) request.write(Buffer.alloc(10_000, "x"));
    });
    expect(status).toBe(413);
  });

  it("answers 429 while what comes after is full, and takes nothing", async () => {
    const url = await api.start();
    api.next.blocked = true;
    expect(await post(url, json([["1", "x"]]))).toEqual({
      status: 429,
      text: "the pipeline is full; try again later\n",
    });
    api.next.blocked = false;
    expect((await post(url, json([["1", "x"]]))).status).toBe(204);
    expect(api.next.lines).toEqual(["x"]);
  });

  it("answers other methods and paths in plain text", async () => {
    const url = await api.start();
    const get = await fetch(url);
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await fetch(url.replace("push", "pull"))).status).toBe(404);
    expect(await (await fetch(url.replace("/loki/api/v1/push", "/ready"))).text()).toBe("ready\n");
  });

  it("survives a client that goes away in the middle", async () => {
    const url = await api.start();
    await new Promise<void>((resolve) => {
      const request = httpRequest(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Content-Length": "1000" },
      });
      request.on("error", () => resolve());
      request.write("{", () => request.destroy());
      request.on("close", () => resolve());
    });
    expect((await post(url, json([["1", "x"]]))).status).toBe(204);
    expect(api.context.logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});
