import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SECOND } from "@sluice/engine";
import { afterEach, describe, expect, it } from "vitest";
import { type PostResult, postWithFetch } from "./post.ts";
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
  ])("%d goes on with %s, with the body: %s", (status, method, body) => {
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

describe("a request", () => {
  interface Seen {
    readonly method: string | undefined;
    readonly url: string | undefined;
    readonly authorization: string | undefined;
    readonly body: string;
  }
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** Answers by path; what is not named with 204. */
  async function serve(answers: Readonly<Record<string, readonly [number, string]>>, seen: Seen[]): Promise<string> {
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on("end", () => {
        const { method, url, headers } = request;
        seen.push({ method, url, authorization: headers.authorization, body });
        const [status, location] = answers[url!] ?? [204, ""];
        response.writeHead(status, location === "" ? {} : { Location: location }).end();
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const post = (url: string, followRedirects = true): Promise<PostResult> =>
    postWithFetch(
      {
        url,
        headers: { authorization: "Bearer t" },
        body: Buffer.from("entries"),
        timeout: 10n * SECOND,
        followRedirects,
      },
      new AbortController().signal,
    );

  it("that is answered with 308 arrives whole where that leads", async () => {
    const seen: Seen[] = [];
    const url = await serve({ "/old": [308, "/new"] }, seen);
    expect(await post(`${url}/old`)).toEqual({ status: 204, body: "" });
    expect(seen[1]).toEqual({ method: "POST", url: "/new", authorization: "Bearer t", body: "entries" });
  });

  it("that is answered with 302 is asked for with GET, and is not taken for delivered", async () => {
    const seen: Seen[] = [];
    const url = await serve({ "/old": [302, "/new"] }, seen);
    expect(await post(`${url}/old`)).toEqual({ status: 204, body: "", lostBody: true });
    expect(seen[1]).toEqual({ method: "GET", url: "/new", authorization: "Bearer t", body: "" });
  });

  it("takes no credentials to another origin", async () => {
    const seen: Seen[] = [];
    const other = await serve({}, seen);
    const url = await serve({ "/old": [307, `${other}/new`] }, seen);
    expect(await post(`${url}/old`)).toEqual({ status: 204, body: "" });
    expect(seen[1]).toEqual({ method: "POST", url: "/new", authorization: undefined, body: "entries" });
  });

  it("comes out of a ring", async () => {
    const seen: Seen[] = [];
    const url = await serve({ "/a": [308, "/b"], "/b": [308, "/a"] }, seen);
    expect(await post(`${url}/a`)).toEqual({ status: 0, error: "stopped after 10 redirects" });
    expect(seen.length).toBe(10);
  });

  it("stays where it is when redirects are not to be followed", async () => {
    const seen: Seen[] = [];
    const url = await serve({ "/old": [308, "/new"] }, seen);
    expect(await post(`${url}/old`, false)).toEqual({ status: 308, body: "" });
    expect(seen.length).toBe(1);
  });
});
