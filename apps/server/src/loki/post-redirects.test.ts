/** Requests that are answered with redirects. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SECOND } from "@sluice/engine";
import { afterEach, describe, expect, it } from "vitest";
import { FileGate } from "../platform/file-gate.ts";
import { createSystemScheduler } from "../platform/scheduler.ts";
import { Poster, type PostResult } from "./post.ts";

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

  const posters: Poster[] = [];
  afterEach(() => {
    for (const poster of posters.splice(0)) poster.retire();
  });

  const post = (url: string, followRedirects = true): Promise<PostResult> => {
    const poster = new Poster(
      { home: url, tls: undefined, proxy: undefined, files: new FileGate("") },
      createSystemScheduler(),
    );
    posters.push(poster);
    return poster.post(
      {
        url,
        headers: { authorization: "Bearer t" },
        body: Buffer.from("entries"),
        timeout: 10n * SECOND,
        followRedirects,
      },
      new AbortController().signal,
    );
  };

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
