/**
 * Which proxy a request goes through, as Go's clients choose it: a configured one, or that of the environment; not for what
 * `no_proxy` names, and then not for the loopback either.
 */
import { BlockList, isIP, isIPv6 } from "node:net";
import { basicAuthorization } from "./credentials.ts";
import { wireHeaders } from "./header-values.ts";
import type { HttpProxy } from "./tunnel.ts";

export interface ProxySettings {
  /** Empty is none. */
  readonly url: string;
  readonly fromEnvironment: boolean;
  readonly noProxy: string;
  /** Of the requests by which a connection is asked for. */
  readonly connectHeaders: ReadonlyMap<string, readonly string[]>;
}

export interface ProxyArgs {
  readonly proxy_url: string;
  readonly proxy_from_environment: boolean;
  readonly no_proxy: string;
  readonly proxy_connect_header: ReadonlyMap<string, readonly string[]>;
}

export const proxyOf = (args: ProxyArgs): ProxySettings => ({
  url: args.proxy_url,
  fromEnvironment: args.proxy_from_environment,
  noProxy: args.no_proxy,
  connectHeaders: args.proxy_connect_header,
});

/** Where a request goes. An address of IPv6 has no brackets. */
export interface Target {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Chooses the proxy of a request. Throws where it is none that we can use. */
export class ProxyChoice {
  readonly #settings: ProxySettings;
  readonly #environment: Environment;

  constructor(settings: ProxySettings, environment: Environment = process.env) {
    this.#settings = settings;
    this.#environment = environment;
  }

  for(target: Target): HttpProxy | undefined {
    const { url, fromEnvironment, noProxy } = this.#settings;
    if (!fromEnvironment) {
      if (url === "" || (noProxy !== "" && isExcepted(target, noProxy))) return undefined;
      return this.#at(url);
    }
    const of = (name: string) => this.#environment[name] || this.#environment[name.toLowerCase()] || "";
    const named = of(target.secure ? "HTTPS_PROXY" : "HTTP_PROXY");
    if (named === "" || isExcepted(target, of("NO_PROXY"))) return undefined;
    return this.#at(/^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`);
  }

  #at(text: string): HttpProxy {
    const address = URL.canParse(text) ? new URL(text) : undefined;
    // The address may hold a password.
    if (address?.protocol !== "http:") throw new Error("the proxy's address is not an http URL");
    const { url, authorization } = basicAuthorization(address);
    const { hostname, port } = new URL(url);
    const joined = Object.fromEntries([...this.#settings.connectHeaders].map(([name, all]) => [name, all.join(", ")]));
    const wire = wireHeaders(joined);
    if (!wire.ok) throw new Error(wire.message);
    return { host: bare(hostname), port: Number(port || 80), authorization, headers: wire.headers };
  }
}

const bare = (host: string): string => (host.startsWith("[") ? host.slice(1, -1) : host);

/** Whether `list` names the target, or it is this machine. */
export function isExcepted({ host, port }: Target, list: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  if (name === "localhost" || isLoopback(name)) return true;
  return list
    .split(",")
    .map((one) => one.trim().toLowerCase())
    .some((one) => one !== "" && isNamed(name, port, one));
}

function isNamed(name: string, port: number, exception: string): boolean {
  if (exception === "*") return true;
  const range = /^(.+)\/(\d{1,3})$/.exec(exception);
  if (range !== null) return isIP(name) !== 0 && isInRange(name, bare(range[1]!), Number(range[2]));
  let named = exception;
  if (isIP(bare(named)) === 0) {
    const [, host, onlyPort] = /^(.*):(\d{1,5})$/.exec(named) ?? [];
    if (host !== undefined) {
      if (Number(onlyPort) !== port) return false;
      named = host;
    }
  }
  named = bare(named);
  if (isIP(named) !== 0) return sameAddress(name, named);
  const domain = named.replace(/^\*?\./, "");
  // With a dot before it, the domain itself is not meant.
  return name.endsWith(`.${domain}`) || (domain === named && name === domain);
}

const family = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

function isInRange(address: string, network: string, bits: number): boolean {
  if (isIP(network) === 0 || isIP(network) !== isIP(address) || bits > (isIPv6(network) ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, bits, family(network));
  return list.check(address, family(address));
}

function sameAddress(a: string, b: string): boolean {
  if (isIP(a) !== isIP(b)) return false;
  const list = new BlockList();
  list.addAddress(b, family(b));
  return list.check(a, family(a));
}

const isLoopback = (name: string): boolean => /^127\./.test(name) || (isIPv6(name) && sameAddress(name, "::1"));
