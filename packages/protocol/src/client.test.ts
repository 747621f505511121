import { describe, expect, it } from "vitest";
import { ask, readEvent, requestTo } from "./client.ts";
import { healthRoutes, ServerStatus } from "./health.ts";
import { liveRoutes } from "./live.ts";
import { type ProfileRequest, profilesRoutes } from "./profiles.ts";
import type { Route } from "./route.ts";
import { ROUTES } from "./routes.ts";
import { readFields } from "./schema.ts";

const answering = (status: number, body: unknown) => async () => ({ status, json: async () => body });
const asked = <R extends Route>(route: R, body: unknown, status = 200) =>
  ask(answering(status, body), route, { params: { id: "1" } } as never);

const request: ProfileRequest = {
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
};
const took = { target: "profiles.write.a", ok: true, status: 200, retries: 0, milliseconds: 1 };

describe("an answer of a server", () => {
  const { profileRequests, profileRequest } = profilesRoutes;

  it("is read, and unknown fields are left out", async () => {
    const list = { recording: true, received: 2, receivers: [], requests: [request], later: 1 };
    const { later: _, ...known } = list;
    expect(await asked(profileRequests, list)).toEqual({ kind: "answer", status: 200, value: known });
    const refused = { ...request, status: 413, answer: "too large" };
    const endpoints = [{ ok: true, endpoint: "near", retries: 0, milliseconds: 1 }];
    const sent = { ...request, targets: [{ ...took, endpoints }] };
    const both = { ...list, requests: [refused, sent] };
    expect(await asked(profileRequests, both)).toMatchObject({ value: { requests: [refused, sent] } });
    const unknownFormat = { ...list, requests: [{ ...request, format: "otlp" }] };
    const { format: __, ...without } = request;
    expect(await asked(profileRequests, unknownFormat)).toMatchObject({ value: { requests: [without] } });
  });

  it("leaves out an item of a list that cannot be read, and is undefined if the whole is invalid", async () => {
    const list = { recording: true, received: 2, receivers: [], requests: [{ id: 3 }, request] };
    expect(await asked(profileRequests, list)).toMatchObject({ value: { requests: [{ id: "1" }] } });
    expect(await asked(profileRequests, "<!doctype html>")).toEqual({ kind: "unreadable", status: 200 });
    const detail = { ...request, method: "POST", path: "/", headers: [], contents: [{}] };
    expect(await asked(profileRequest, detail)).toEqual({ kind: "unreadable", status: 200 });
  });

  it("keeps no more of a list than 10,000 items", async () => {
    const list = {
      recording: true,
      received: 2,
      receivers: [],
      requests: Array.from({ length: 10_001 }, () => request),
    };
    const read = await asked(profileRequests, list);
    expect(read.kind === "answer" && read.status === 200 && read.value.requests.length).toBe(10_000);
  });

  it.each([
    [404, { error: "gone" }, { kind: "answer", status: 404, value: { error: "gone" } }],
    [404, undefined, { kind: "refused", status: 404, error: undefined }],
    [418, { error: "no" }, { kind: "refused", status: 418, error: "no" }],
    [401, { error: "a token" }, { kind: "refused", status: 401, error: "a token" }],
    [204, undefined, { kind: "unreadable", status: 204 }],
  ])("with %i and %j is distinguished from the others", async (status, body, expected) => {
    expect(await asked(profileRequest, body, status)).toEqual(expected);
  });

  it("that does not come is one of its own", async () => {
    expect(await ask(async () => undefined, healthRoutes.status, {})).toEqual({ kind: "away" });
  });

  it("of a status is read field by field", () => {
    const read = readFields(ServerStatus, { version: 7, config: "a.alloy", uptime_seconds: "x", state: "running" });
    expect(read).toEqual({ config: "a.alloy", state: "running" });
    expect(readFields(ServerStatus, "<!doctype html>")).toEqual({});
  });
});

describe("a request", () => {
  it("has the path with its names filled in, and a query", () => {
    const params = { number: "1/2 ä" };
    expect(requestTo(ROUTES.version, { params, query: { against: 3 } })).toEqual({
      method: "GET",
      path: "api/versions/1%2F2%20%C3%A4?against=3",
      body: undefined,
    });
    expect(requestTo(ROUTES.version, { params, query: { against: undefined } }).path).not.toContain("?");
  });
});

describe("an event", () => {
  it("is read by its name; an unknown one is undefined", () => {
    expect(readEvent(liveRoutes.liveEvents, "end", { reason: "the server is stopping" })).toEqual({
      name: "end",
      data: { reason: "the server is stopping" },
    });
    expect(readEvent(liveRoutes.liveEvents, "end", { reason: 1 })).toBeUndefined();
    expect(readEvent(liveRoutes.liveEvents, "later", {})).toBeUndefined();
  });
});
