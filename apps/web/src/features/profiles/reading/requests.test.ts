/** Recorded requests: their words, filters, choice and repetition. */

import { execFileSync } from "node:child_process";
import type { ProfileRequest, ProfileRequestDetail } from "@sluice/protocol";
import { describe, expect, it } from "vitest";
import {
  filterRequests,
  labelsOfRow,
  labelsToChoose,
  NO_FILTER,
  type RequestScope,
  receiversOf,
  receiversToChoose,
  requestBefore,
  requestsUpTo,
  servicesOf,
  sharedLabels,
} from "./request-choice.ts";
import { bodyFileName, curlOf, profileFileName, pushJson, quoteShell, receiverAddress } from "./request-curl.ts";
import {
  answerText,
  describeResult,
  describeSending,
  describeTarget,
  describeType,
  formatClock,
  hasFailed,
  serviceName,
  shortResult,
  whyFailed,
} from "./request-words.ts";

const request = (change: Partial<ProfileRequest> = {}): ProfileRequest => ({
  id: "1",
  time: 1_000_000,
  receiver: "profiles.receive_http.in",
  client: "pyroscope-go/1",
  route: "ingest",
  labels: { service_name: "checkout", region: "eu-1" },
  serviceRule: "It was so.",
  type: "process_cpu",
  format: "pprof",
  bytes: 10,
  milliseconds: 5,
  status: 200,
  profiles: 1,
  targets: [],
  bodyKept: true,
  ...change,
});
const took = { target: "profiles.write.a", ok: true, status: 200, retries: 0, milliseconds: 1 };
const failed = {
  target: "profiles.write.b",
  ok: false,
  status: 502,
  message: "bad gateway",
  retries: 2,
  milliseconds: 9,
};

describe("in words", () => {
  it.each([
    ["all accepted it", { targets: [took] }, false, "200", "200, accepted by 1 of 1 target"],
    [
      "one of two failed",
      { status: 502, targets: [took, failed] },
      true,
      "502 1 of 2",
      "502, accepted by 1 of 2 targets",
    ],
    ["not forwarded", {}, false, "200", "200, not forwarded"],
    ["refused", { status: 400, profiles: 0 }, true, "400", "400, refused before it was forwarded"],
    ["gone", { status: 499 }, true, "499", "499, the client disconnected before the answer"],
  ])("%s", (_name, change, isFailure, short, long) => {
    const one = request(change);
    expect([hasFailed(one), shortResult(one), describeResult(one)]).toEqual([isFailure, short, long]);
  });

  it("a target's answer includes its retries and its error", () => {
    expect(describeTarget({ ...took, retries: 1 })).toBe("200 after 1 retry");
    expect(describeTarget({ ...took, status: undefined })).toBe("accepted");
    expect(describeTarget(failed)).toBe("502 bad gateway after 2 retries");
    expect(describeTarget({ ...failed, status: undefined, message: undefined, retries: 0 })).toBe("failed");
    const message = "failed to ingest to endpoint http://a (3 retries): remote error: status=502 msg=no";
    expect(describeTarget({ ...failed, message })).toBe(message);
  });

  it("a refusal gives its reason, also in Connect's form", () => {
    expect(whyFailed(request())).toEqual([]);
    const refused = request({ status: 413, profiles: 0, answer: "body is larger than 100 bytes" });
    expect(whyFailed(refused)).toEqual(["answered 413: body is larger than 100 bytes"]);
    expect(filterRequests([refused], { ...NO_FILTER, text: "larger" })).toHaveLength(1);
    expect(whyFailed(request({ status: 502, targets: [took, failed], answer: "Bad Gateway" }))).toEqual([
      "answered 502: Bad Gateway",
      "profiles.write.b: 502 bad gateway after 2 retries",
    ]);
    expect(answerText('{"code":"invalid_argument","message":"no series"}')).toBe("invalid_argument: no series");
    expect(answerText('{"code":"invalid_arg…')).toBe('{"code":"invalid_arg…');
  });

  it("sending again names the component and the endpoints", () => {
    expect(describeSending({ id: "profiles.write.a", endpoints: ["near", "http://far/"] })).toBe(
      "Send its profiles again through profiles.write.a, to near and http://far/; no other target receives them",
    );
  });

  it("the type counts further profiles, and has placeholders", () => {
    expect(describeType(request({ profiles: 3 }))).toBe("process_cpu +2");
    expect(describeType(request({ type: undefined }))).toBe("pprof");
    expect(describeType(request({ type: undefined, format: undefined }))).toBe("unknown, forwarded");
    expect(describeType(request({ profiles: 0 }))).toBe("no profile");
  });

  it("characters that change the writing direction or move a cursor are made visible", () => {
    const odd = "a\u202eb\x1b[2J";
    const one = request({ labels: { service_name: odd }, type: odd, status: 400, answer: odd });
    const shown = "a\\u202eb\\x1b[2J";
    expect([serviceName(one), describeType(one), answerText(odd)]).toEqual([shown, shown, shown]);
    expect(describeTarget({ ...failed, message: odd, retries: 0 })).toBe(`502 ${shown}`);
  });

  it("a time is in the browser's time zone", () => {
    const time = new Date(2026, 0, 15, 8, 4, 1, 3).getTime();
    expect([formatClock(time), formatClock(time, false)]).toEqual(["08:04:01.003", "08:04:01"]);
  });
});

describe("the listed ones", () => {
  const all = [
    request({ id: "a" }),
    request({ id: "b", labels: { service_name: "cart", region: "eu-11" } }),
    request({ id: "c", status: 502, targets: [failed] }),
    request({ id: "d", labels: { service_name: "cart" }, receiver: "profiles.receive_http.next" }),
  ];
  it.each([
    ["all", {}, ["a", "b", "c", "d"]],
    ["of a service", { service: "cart" }, ["b", "d"]],
    ["that failed", { failed: true }, ["c"]],
    ["of a receiver", { receiver: "profiles.receive_http.next" }, ["d"]],
    ["with a label, exactly or in quotes", { text: 'region="eu-1" CHECKOUT' }, ["a", "c"]],
    ["with what a target answered", { text: "bad gateway" }, ["c"]],
    ["none", { text: "nowhere" }, []],
  ])("%s", (_name, filter, ids) => {
    expect(filterRequests(all, { ...NO_FILTER, ...filter }).map(({ id }) => id)).toEqual(ids);
  });

  it("services and receivers are ordered by their number of requests", () => {
    expect(servicesOf(all)).toEqual(["cart", "checkout"]);
    expect(receiversOf(all)).toEqual(["profiles.receive_http.in", "profiles.receive_http.next"]);
  });
});

describe("the ones drawn together", () => {
  const at = (id: string, seconds: number, change: Partial<ProfileRequest> = {}) =>
    request({ id, time: seconds * 1000, ...change });
  const all = [
    at("later", 110),
    at("now", 100),
    at("memory", 95, { type: "memory" }),
    at("us", 90, { labels: { service_name: "checkout", region: "us" } }),
    at("refused", 80, { profiles: 0 }),
    at("minute", 41),
    at("old", 40),
  ];
  const now = all[1]!;
  const ids = (requests: readonly ProfileRequest[]) => requests.map(({ id }) => id);

  const scope = (span: number, change: Partial<RequestScope> = {}): RequestScope => ({
    span,
    label: null,
    receiver: now.receiver,
    ...change,
  });

  it("are those of its service and type in the time up to it", () => {
    expect(ids(requestsUpTo(all, now, scope(0)))).toEqual(["now"]);
    expect(ids(requestsUpTo(all, now, scope(60_000)))).toEqual(["now", "us", "minute"]);
    expect(ids(requestsUpTo(all, now, scope(Number.POSITIVE_INFINITY)))).toEqual(["now", "us", "minute", "old"]);
    expect(ids(requestsUpTo(all, now, scope(60_000, { label: { key: "region", value: "us" } })))).toEqual(["us"]);
  });

  it("are compared with the request before the oldest of them", () => {
    expect(requestBefore(all, [now])?.id).toBe("us");
    expect(requestBefore(all, requestsUpTo(all, now, scope(60_000)))?.id).toBe("old");
    expect(requestBefore(all, [all.at(-1)!])).toBeUndefined();
  });

  it("are of one receiver, since one that forwards to another makes each profile arrive twice", () => {
    const next = "profiles.receive_http.next";
    const chained = all.flatMap((one) => [one, { ...one, id: `${one.id}-next`, receiver: next }]);
    expect(ids(requestsUpTo(chained, now, scope(60_000)))).toEqual(["now", "us", "minute"]);
    expect(requestBefore(chained, [now])?.id).toBe("us");
    expect(requestBefore(chained, [{ ...now, id: "now-next", receiver: next }])?.id).toBe("us-next");
    expect(ids(requestsUpTo(chained, now, scope(60_000, { receiver: next })))).toEqual([
      "now-next",
      "us-next",
      "minute-next",
    ]);
    expect(requestsUpTo(chained, now, scope(60_000, { receiver: null }))).toHaveLength(6);
    expect(receiversToChoose(chained, now)).toEqual([now.receiver, next]);
  });

  it("show in their rows what distinguishes them", () => {
    const named = (id: string, region: string) =>
      at(id, 1, { labels: { __name__: `app-${id}`, app_name: "app", region, service_name: id, version: "1" } });
    const rows = [named("a", "eu"), named("b", "us")];
    const shared = sharedLabels(rows);
    expect(shared.map(({ key }) => key)).toEqual(["app_name", "version"]);
    expect(Object.entries(labelsOfRow(rows[0]!, shared))).toEqual([
      ["region", "eu"],
      ["__name__", "app-a"],
    ]);
    expect(sharedLabels(rows.slice(1))).toEqual([]);
  });

  it("differ in the labels that not all of them have", () => {
    expect(labelsToChoose(requestsUpTo(all, now, scope(60_000)))).toEqual([
      { key: "region", value: "eu-1" },
      { key: "region", value: "us" },
    ]);
  });
});

describe("the command that repeats a request", () => {
  const content = {
    received: [["__name__", "cpu"]] as const,
    labels: {},
    serviceRule: "",
    format: "pprof",
    bytes: 3,
  } as const;
  const detail = (change: Partial<ProfileRequestDetail> = {}): ProfileRequestDetail => ({
    ...request(),
    method: "POST",
    path: "/ingest?name=a{b=c}",
    headers: [],
    contents: [content],
    ...change,
  });
  /** The arguments that a shell passes to the command. */
  const argumentsOf = (command: string): string[] =>
    execFileSync("sh", ["-c", `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; }\n${command}`], {
      encoding: "utf8",
    })
      .split("\0")
      .slice(0, -1);

  it("sends the file, the client's headers and the path, whatever they contain", () => {
    const { text, hasSecrets } = curlOf(
      detail({
        headers: [
          ["Host", "h"],
          ["Content-Length", "3"],
          ["Content-Type", "application/octet-stream"],
          ["X-Odd", 'it\'s $(x) \\ "q" `y`'],
          ["X-Empty", ""],
        ],
      }),
      "http://h:1",
    );
    expect(argumentsOf(text)).toEqual([
      "-sS",
      "--globoff",
      "--data-binary",
      "@profile-1.pprof",
      "-H",
      "Content-Type: application/octet-stream",
      "-H",
      'X-Odd: it\'s $(x) \\ "q" `y`',
      "-H",
      "X-Empty;",
      "http://h:1/ingest?name=a{b=c}",
    ]);
    expect(hasSecrets).toBe(false);
  });

  it("marks secrets to fill in, and does not declare a body without a type a form", () => {
    const { text, hasSecrets } = curlOf(detail({ headers: [["authorization", "(secret)"]] }), "http://h:1");
    expect(argumentsOf(text)).toContain("authorization: (secret)");
    expect(argumentsOf(text)).toContain("Content-Type:");
    expect(hasSecrets).toBe(true);
  });

  it("repeats a push as JSON", () => {
    const push = detail({
      route: "push",
      path: "/push.v1.PusherService/Push",
      headers: [
        ["content-type", "application/proto"],
        ["content-encoding", "gzip"],
        ["connect-protocol-version", "1"],
        ["user-agent", "x"],
      ],
    });
    expect(argumentsOf(curlOf(push, "http://h:1").text).slice(2)).toEqual([
      "--data-binary",
      "@push-1.json",
      "-H",
      "Content-Type: application/json",
      "-H",
      "user-agent: x",
      "http://h:1/push.v1.PusherService/Push",
    ]);
    expect(JSON.parse(pushJson(push, ["YWJj"]))).toEqual({
      series: [{ labels: [{ name: "__name__", value: "cpu" }], samples: [{ rawProfile: "YWJj" }] }],
    });
  });

  it("names files by their content, and an id cannot leave the folder", () => {
    expect(bodyFileName(detail({ id: "../a b" }))).toBe("profile-..-a-b.pprof");
    expect(bodyFileName(detail({ contents: [{ ...content, parts: [] }] }))).toBe("profile-1.multipart");
    expect(bodyFileName(detail({ format: undefined }))).toBe("profile-1.bin");
    expect(profileFileName(detail({ contents: [content, { ...content, format: "jfr" }] }), 1)).toBe("profile-1-2.jfr");
    expect(quoteShell("a'b")).toBe(`'a'\\''b'`);
  });

  it.each([
    ["0.0.0.0:4040", false, "http://page:4040"],
    ["[::]:4040", true, "https://page:4040"],
    ["10.0.0.1:4040", false, "http://10.0.0.1:4040"],
  ])("reaches %s from the page", (address, tls, url) => {
    expect(receiverAddress({ address, tls }, "page")).toBe(url);
  });
});
