/** Connections by TLS and through proxies, against servers of the test's own. */
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { SECOND } from "@sluice/engine";
import { afterEach, describe, expect, it } from "vitest";
import { ManualScheduler } from "../platform/scheduler.ts";
import { TEST_CERTIFICATE } from "../testing/certificate.ts";
import { EXPIRED_CERTIFICATE } from "../testing/expired-certificate.ts";
import { START } from "../testing/fixtures.ts";
import { type Answering, proxyAt, StubUpstream } from "../testing/stub-upstream.ts";
import { type ExchangeResult, exchange } from "./exchange.ts";
import { findTlsProblem, type TlsOptions, Transport } from "./transport.ts";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const fine: Answering = (response) => response.end("fine");
const { cert, key } = TEST_CERTIFICATE;
const NOTHING: TlsOptions = { ca: "", cert: "", key: "", serverName: "", insecure: false, minVersion: "" };

async function start(answer: Answering = fine, tls?: Parameters<typeof StubUpstream.start>[1]): Promise<StubUpstream> {
  const stub = await StubUpstream.start(answer, tls);
  endings.push(() => stub.close());
  return stub;
}

function send(url: string, tls: Partial<TlsOptions> | undefined, proxyUrl = ""): Promise<ExchangeResult> {
  const transport = new Transport({ home: url, tls: tls && { ...NOTHING, ...tls }, proxy: proxyAt(proxyUrl) });
  endings.push(() => transport.retire());
  return exchange(
    { method: "POST", url, headers: { authorization: "Bearer t" }, body: [Buffer.from("profile")] },
    {
      transport,
      scheduler: new ManualScheduler(START),
      timeout: 10n * SECOND,
      followRedirects: true,
      signal: new AbortController().signal,
    },
  );
}

const FINE = { kind: "answer", answer: { status: 200, text: "fine" } };
const broken = (error: RegExp) => ({ kind: "broken", error: expect.stringMatching(error) });

describe("by TLS", () => {
  it.each<[string, Partial<TlsOptions> | undefined, unknown]>([
    ["whom nobody vouches for is refused", undefined, broken(/self-signed/)],
    ["is known by the authority", { ca: cert }, FINE],
    ["is known by the name that is asked for", { ca: cert, serverName: "localhost" }, FINE],
    ["is known by an address that is asked for", { ca: cert, serverName: "127.0.0.1" }, FINE],
    ["of another name is refused", { ca: cert, serverName: "other.example" }, broken(/other\.example/)],
    ["of another address is refused", { ca: cert, serverName: "10.0.0.1" }, broken(/10\.0\.0\.1/)],
    ["is accepted unchecked if that was asked for", { insecure: true, serverName: "other.example" }, FINE],
  ])("a server that %s", async (_name, tls, result) => {
    const stub = await start(fine, { cert, key });
    expect(await send(stub.url, tls)).toMatchObject(result as object);
  });

  it("a certificate that has expired is refused", async () => {
    const stub = await start(fine, EXPIRED_CERTIFICATE);
    expect(await send(stub.url, { ca: EXPIRED_CERTIFICATE.cert })).toEqual(broken(/expired/));
    expect(stub.seen).toHaveLength(0);
    expect(await send(stub.url, { insecure: true })).toMatchObject(FINE);
  });

  it("shows its own certificate, and to other origins does not", async () => {
    const shown = ({ socket }: Parameters<Answering>[2]) => (socket as TLSSocket).getPeerX509Certificate()?.subject;
    const asking = { cert, key, ca: cert, requestCert: true, rejectUnauthorized: false };
    const seen: unknown[] = [];
    const other = await start((response, _seen, request) => {
      seen.push(shown(request));
      response.end("fine");
    }, asking);
    const stub = await start((response, _seen, request) => {
      seen.push(shown(request));
      response.writeHead(307, { Location: other.url }).end();
    }, asking);
    expect(await send(stub.url, { ca: cert, cert, key, serverName: "localhost" })).toMatchObject(FINE);
    expect(seen).toEqual(["CN=localhost", undefined]);
    expect(other.header("authorization")).toBeUndefined();
  });

  it("reports a certificate that cannot be used, without showing it", () => {
    expect(findTlsProblem({ ...NOTHING, ca: cert, cert, key })).toBeUndefined();
    expect(findTlsProblem({ ...NOTHING, cert: "nonsense" })).toMatch(/PEM/);
    expect(findTlsProblem({ ...NOTHING, cert, key: EXPIRED_CERTIFICATE.key })).toMatch(/mismatch/);
  });

  it("a server that does not speak it is refused", async () => {
    const stub = await start();
    expect(await send(stub.url.replace("http:", "https:"), { ca: cert })).toEqual(broken(/\w/));
  });
});

describe("through a proxy", () => {
  /** Passes on what it is asked for, and writes that down. */
  async function startProxy(asked: [string, string | undefined][], refuse = false): Promise<StubUpstream> {
    const proxy = await start((response, { url }) => {
      asked.push([url, proxy.header("proxy-authorization", proxy.seen.length - 1)]);
      response.end("by proxy");
    });
    proxy.server.on("connect", (request, socket) => {
      asked.push([request.url!, request.headers["proxy-authorization"]]);
      socket.on("error", () => {});
      if (refuse) {
        socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
        return;
      }
      const [host, port] = request.url!.split(":");
      const there = connect(Number(port), host!, () => {
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        socket.pipe(there).pipe(socket);
      });
      there.on("error", () => socket.destroy());
    });
    return proxy;
  }
  const BASIC = "Basic dXNlcjpwYXNz";
  const withUser = (url: string) => url.replace("http://", "http://user:pass@");

  it("a plain request goes with its whole address, and the proxy's credentials to nobody else", async () => {
    const asked: [string, string | undefined][] = [];
    const proxy = await startProxy(asked);
    const result = await send("http://upstream.example:4040/ingest?a=b", undefined, withUser(proxy.url));
    expect(result).toMatchObject({ answer: { status: 200, text: "by proxy" } });
    expect(asked).toEqual([["http://upstream.example:4040/ingest?a=b", BASIC]]);
    expect([proxy.header("host"), proxy.header("authorization")]).toEqual(["upstream.example:4040", "Bearer t"]);
  });

  it("TLS goes to its end, and the proxy sees the address alone", async () => {
    const asked: [string, string | undefined][] = [];
    const proxy = await startProxy(asked);
    const stub = await start(fine, { cert, key });
    expect(await send(stub.url, { ca: cert }, withUser(proxy.url))).toMatchObject(FINE);
    expect(asked).toEqual([[stub.host, BASIC]]);
    expect([stub.header("authorization"), stub.header("proxy-authorization")]).toEqual(["Bearer t", undefined]);
  });

  it("the server's certificate counts all the same", async () => {
    const proxy = await startProxy([]);
    const stub = await start(fine, { cert, key });
    expect(await send(stub.url, undefined, proxy.url)).toEqual(broken(/self-signed/));
    expect(await send(stub.url, { ca: cert, serverName: "other.example" }, proxy.url)).toEqual(
      broken(/other\.example/),
    );
  });

  it("that refuses, the error has its answer", async () => {
    const proxy = await startProxy([], true);
    const stub = await start(fine, { cert, key });
    expect(await send(stub.url, { ca: cert }, proxy.url)).toEqual(
      broken(/^proxy 127\.0\.0\.1:\d+: it answered 407 Proxy Authentication Required$/),
    );
    expect(stub.connections).toBe(0);
  });

  it("that is not there, the error says so", async () => {
    const proxy = await StubUpstream.start(fine);
    await proxy.close();
    expect(await send("https://127.0.0.1:1/", { ca: cert }, proxy.url)).toEqual(broken(/^proxy .*ECONNREFUSED/));
  });
});

describe("a proxy that keeps a request waiting", () => {
  /** Gives the connections over which it was asked. */
  async function startSlowProxy(): Promise<{ proxy: StubUpstream; asked: Duplex[] }> {
    const asked: Duplex[] = [];
    const proxy = await start();
    proxy.server.on("connect", (_request, socket) => {
      socket.on("error", () => {}).on("end", () => socket.end());
      asked.push(socket.resume());
    });
    return { proxy, asked };
  }

  function ask(proxy: StubUpstream, scheduler: ManualScheduler, signal: AbortSignal): Promise<ExchangeResult> {
    const transport = new Transport({ home: "https://upstream.example", tls: undefined, proxy: proxyAt(proxy.url) });
    endings.push(() => transport.retire());
    const request = { method: "POST", url: "https://upstream.example/", headers: {}, body: [Buffer.from("x")] };
    return exchange(request, { transport, scheduler, timeout: SECOND, followRedirects: true, signal });
  }

  it("is left at once when nobody waits any more", async () => {
    const { proxy, asked } = await startSlowProxy();
    const controller = new AbortController();
    const result = ask(proxy, new ManualScheduler(START), controller.signal);
    await expect.poll(() => asked.length).toBe(1);
    controller.abort();
    expect(await result).toEqual({ kind: "aborted" });
    await expect.poll(() => proxy.open).toBe(0);
  });

  it("is given the time of the request", async () => {
    const { proxy, asked } = await startSlowProxy();
    const scheduler = new ManualScheduler(START);
    const result = ask(proxy, scheduler, new AbortController().signal);
    await expect.poll(() => asked.length).toBe(1);
    await scheduler.advance(SECOND);
    expect(await result).toEqual({ kind: "timeout" });
    await expect.poll(() => proxy.open).toBe(0);
  });

  it("and then breaks the tunnel is reported", async () => {
    const { proxy, asked } = await startSlowProxy();
    const result = ask(proxy, new ManualScheduler(START), new AbortController().signal);
    await expect.poll(() => asked.length).toBe(1);
    asked[0]!.write("HTTP/1.1 200 OK\r\n\r\nthis is not TLS\r\n");
    expect(await result).toEqual(broken(/\w/));
    await expect.poll(() => proxy.open).toBe(0);
  });
});

it("connections that are in use when others take their place are closed once they are free", async () => {
  let answer = () => {};
  const stub = await start((response) => {
    answer = () => response.end("fine");
  });
  const transport = new Transport({ home: stub.url, tls: undefined });
  const options = {
    transport,
    scheduler: new ManualScheduler(START),
    timeout: SECOND,
    followRedirects: true,
    signal: new AbortController().signal,
  };
  const result = exchange({ method: "POST", url: stub.url, headers: {}, body: undefined }, options);
  await expect.poll(() => stub.seen.length).toBe(1);
  transport.retire();
  expect(stub.open).toBe(1);
  answer();
  expect(await result).toMatchObject(FINE);
  await expect.poll(() => stub.open).toBe(0);
});
