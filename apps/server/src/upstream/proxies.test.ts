import { describe, expect, it } from "vitest";
import { proxyAt } from "../testing/stub-upstream.ts";
import { isExcepted, ProxyChoice, type ProxySettings } from "./proxies.ts";

const target = (host: string, port = 443, secure = true) => ({ host, port, secure });

describe("what is reached without a proxy", () => {
  it.each<[string, string, number, boolean]>([
    ["*", "a.example", 443, true],
    ["example", "example", 443, true],
    ["example", "a.example", 443, true],
    ["example", "anexample", 443, false],
    [".example", "example", 443, false],
    [".example", "a.b.example", 443, true],
    ["*.example", "a.example", 443, true],
    ["a.example:80", "a.example", 443, false],
    ["b, A.example:443 ,c", "a.EXAMPLE", 443, true],
    ["10.0.0.0/8", "10.1.2.3", 443, true],
    ["10.0.0.0/8", "11.1.2.3", 443, false],
    ["10.0.0.0/99", "10.1.2.3", 443, false],
    ["fd00::/8", "fd12::1", 443, true],
    ["192.0.2.1", "192.0.2.1", 443, true],
    ["192.0.2.1:80", "192.0.2.1", 443, false],
    ["[fd12::1]:443", "fd12::1", 443, true],
    ["", "localhost", 80, true],
    ["x", "127.0.0.2", 80, true],
    ["x", "::1", 80, true],
    ["x", "128.0.0.1", 80, false],
  ])("of %j: %s:%i", (list, host, port, expected) => expect(isExcepted(target(host, port), list)).toBe(expected));
});

describe("the proxy of a request", () => {
  const at = (settings: Partial<ProxySettings>, host: string, environment = {}, secure = true) =>
    new ProxyChoice({ ...proxyAt(""), ...settings }, environment).for(target(host, 443, secure));

  it("is the configured one, also for this machine, unless something is excepted", () => {
    expect(at({ url: "http://u:p@proxy:3128" }, "localhost")).toMatchObject({
      host: "proxy",
      port: 3128,
      authorization: `Basic ${Buffer.from("u:p").toString("base64")}`,
    });
    expect(at({ url: "http://proxy", noProxy: "x" }, "localhost")).toBeUndefined();
    expect(at({ url: "http://proxy", noProxy: "x" }, "a")).toMatchObject({ host: "proxy", port: 80 });
    expect(at({}, "a", { HTTPS_PROXY: "http://e" })).toBeUndefined();
  });

  it("is the environment's for the scheme, where that is asked for", () => {
    const environment = { HTTPS_PROXY: "secure:1", http_proxy: "http://[::1]:2", no_proxy: "b" };
    const of = (host: string, secure: boolean) => at({ fromEnvironment: true }, host, environment, secure);
    expect([of("a", true)?.host, of("a", false)?.host, of("b", true)]).toEqual(["secure", "::1", undefined]);
  });

  it("is asked for connections with the configured headers, and is never passed over where it cannot be used", () => {
    const connectHeaders = new Map([["X-Key", ["a", "b"]]]);
    expect(at({ url: "http://proxy", connectHeaders }, "a")?.headers).toEqual({ "X-Key": "a, b" });
    const secret = { HTTPS_PROXY: "socks5://u:hunter2@proxy" };
    expect(() => at({ fromEnvironment: true }, "a", secret)).toThrow("the proxy's address is not an http URL");
  });
});
