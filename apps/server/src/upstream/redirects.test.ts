import { describe, expect, it } from "vitest";
import { type HttpRequest, MAX_REQUESTS, nextHop } from "./redirects.ts";

const REQUEST: HttpRequest = {
  method: "POST",
  url: "https://loki.example/push",
  headers: {
    authorization: "Basic x",
    cookie: "a=b",
    "x-api-key": "k",
    "x-scope-orgid": "t",
    "content-type": "application/x-protobuf",
    "content-encoding": "snappy",
    "user-agent": "sluice",
  },
  body: new Uint8Array([1]),
};
const PUBLIC = ["content-encoding", "content-type", "user-agent", "x-scope-orgid"];
const ALL = Object.keys(REQUEST.headers).sort();

describe("a redirect", () => {
  it.each<[number, string, boolean]>([
    [301, "GET", false],
    [302, "GET", false],
    [303, "GET", false],
    [307, "POST", true],
    [308, "POST", true],
  ])("%d continues with %s, with the body: %s", (status, method, body) => {
    const hop = nextHop(REQUEST, status, "/other", 1);
    expect(hop).toMatchObject({ kind: "go", request: { method, url: "https://loki.example/other" } });
    expect(hop.kind === "go" && hop.request.body !== undefined).toBe(body);
    expect(hop.kind === "go" && "content-type" in hop.request.headers).toBe(body);
  });

  it.each<[string, string, readonly string[]]>([
    ["a path", "/other?x=1", ALL],
    ["the same origin by its default port", "https://LOKI.example:443/other", ALL],
    ["another host", "https://evil.example/", PUBLIC],
    ["a subdomain, which Go trusts", "https://sub.loki.example/", PUBLIC],
    ["another port, which Go trusts", "https://loki.example:444/", PUBLIC],
    ["another scheme, which Go trusts", "http://loki.example/push", PUBLIC],
    ["a host without a scheme", "//evil.example/", PUBLIC],
    ["a backslash for a slash", "\\\\evil.example/", PUBLIC],
  ])("to %s takes along what may go there", (_name, location, names) => {
    const hop = nextHop(REQUEST, 308, location, 1);
    expect(hop.kind === "go" && Object.keys(hop.request.headers).sort()).toEqual(names);
  });

  it("does not get back what it was denied when it comes back", () => {
    const away = nextHop(REQUEST, 307, "https://evil.example/", 1);
    const back = nextHop((away as { request: HttpRequest }).request, 307, REQUEST.url, 2);
    expect(Object.keys((back as { request: HttpRequest }).request.headers).sort()).toEqual(PUBLIC);
  });

  it("to an address with a user sends that user, and never in place of ours", () => {
    const away = nextHop(REQUEST, 307, "https://me:pw@other.example/", 1);
    expect(away).toMatchObject({
      request: { url: "https://other.example/", headers: { authorization: "Basic bWU6cHc=" } },
    });
    const near = nextHop(REQUEST, 307, "https://me:pw@loki.example/", 1);
    expect(near).toMatchObject({ request: { url: "https://loki.example/", headers: { authorization: "Basic x" } } });
  });

  it.each<[string, number, string | null, number, string]>([
    ["without a Location is an answer", 302, null, 1, "stay"],
    ["with an empty Location is an answer", 308, "", 1, "stay"],
    ["of another kind is an answer", 304, "/x", 1, "stay"],
    ["to no address fails", 308, "http://[", 1, "fail"],
    ["to another kind of address fails", 308, "file:///etc/passwd", 1, "fail"],
    ["after nine others fails", 308, "/x", MAX_REQUESTS, "fail"],
  ])("%s", (_name, status, location, made, kind) => {
    expect(nextHop(REQUEST, status, location, made).kind).toBe(kind);
  });
});
