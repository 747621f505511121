/**
 * Go's package net/url: parsing and writing of URLs, with its error texts. Escapes are bytes, which need not form characters.
 */

import { fromBytes, toBytes } from "../../values/go-string.ts";
import { quote } from "../../values/quote.ts";
import { checkIpv6 } from "../ip-literal.ts";

export interface Userinfo {
  readonly username: string;
  readonly password: string | undefined;
}

export interface Url {
  readonly scheme: string;
  /** What follows the scheme where no `/` does: `mailto:x`. */
  readonly opaque: string;
  readonly user: Userinfo | undefined;
  /** Host or `host:port`. */
  readonly host: string;
  readonly path: string;
  /** The written path, if it differs from the default notation. */
  readonly rawPath: string;
  readonly omitHost: boolean;
  /** A lone `?` at the end. */
  readonly forceQuery: boolean;
  readonly rawQuery: string;
  readonly fragment: string;
  readonly rawFragment: string;
}

type Part = "path" | "host" | "zone" | "userPassword" | "fragment";

/** Unescaped characters of each part, besides letters and digits. */
const UNESCAPED: Readonly<Record<Part, string>> = {
  path: "-_.~$&+,/:;=@",
  host: "-_.~!$&'()*+,;=:[]<>\"",
  zone: "-_.~!$&'()*+,;=:[]<>\"",
  userPassword: "-_.~$&+,;=",
  fragment: "-_.~$&+,/:;=?@!()*",
};

const isAlphanumeric = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

const mustEscape = (byte: number, part: Part): boolean =>
  !isAlphanumeric(byte) && (byte > 0x7f || !UNESCAPED[part].includes(String.fromCharCode(byte)));

const HEX = /^%[0-9a-fA-F]{2}$/;

/** An error of a part, which `parseUrl` puts into its own text. */
class UrlError {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function refuse(text: string): never {
  throw new UrlError(text);
}

/** Go's `unescape`: bytes of the text with `%xx` replaced. */
function unescapePart(text: string, part: Part): string {
  const isHost = part === "host" || part === "zone";
  const plain = isHost ? /^[A-Za-z0-9._~-]*$/ : /^[^%]*$/;
  if (plain.test(text)) return text;
  const bytes = toBytes(text);
  const out = new Uint8Array(bytes.length);
  let n = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte !== 0x25) {
      if (isHost && byte < 0x80 && mustEscape(byte, part))
        refuse(`invalid character ${quote(String.fromCharCode(byte))} in host name`);
      out[n++] = byte;
      continue;
    }
    const escaped = fromBytes(bytes.subarray(i, i + 3));
    if (!HEX.test(escaped)) refuse(`invalid URL escape ${quote(escaped)}`);
    const value = Number.parseInt(escaped.slice(1), 16);
    // Hosts may escape only what is not ASCII, zones also characters that need no escape; both may escape the percent.
    const isRefused =
      escaped !== "%25" &&
      ((part === "host" && value < 0x80) || (part === "zone" && value !== 0x20 && mustEscape(value, "host")));
    if (isRefused) refuse(`invalid URL escape ${quote(escaped)}`);
    out[n++] = value;
    i += 2;
  }
  return fromBytes(out.subarray(0, n));
}

function escapePart(text: string, part: Part): string {
  let out = "";
  for (const byte of toBytes(text))
    out += mustEscape(byte, part) ? `%${byte.toString(16).toUpperCase().padStart(2, "0")}` : String.fromCharCode(byte);
  return out;
}

/** `before`, `after` the first `separator`; without one, everything is before. */
function cut(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** `url.Parse`: the parts, or Go's error text. */
export function parseUrl(raw: string): Url | string {
  const [main, rawFragment] = cut(raw, "#");
  let failing = main;
  try {
    const url = parseMain(main);
    if (rawFragment === "") return url;
    failing = raw;
    const fragment = unescapePart(rawFragment, "fragment");
    return { ...url, fragment, rawFragment: escapePart(fragment, "fragment") === rawFragment ? "" : rawFragment };
  } catch (error) {
    if (error instanceof UrlError) return `parse ${quote(failing)}: ${error.text}`;
    throw error;
  }
}

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 0x20 || text.charCodeAt(i) === 0x7f) return true;
  return false;
}

const EMPTY: Url = {
  scheme: "",
  opaque: "",
  user: undefined,
  host: "",
  path: "",
  rawPath: "",
  omitHost: false,
  forceQuery: false,
  rawQuery: "",
  fragment: "",
  rawFragment: "",
};

function parseMain(raw: string): Url {
  if (hasControl(raw)) refuse("net/url: invalid control character in URL");
  if (raw === "*") return { ...EMPTY, path: "*" };
  if (raw.startsWith(":")) refuse("missing protocol scheme");
  const schemeMatch = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(raw);
  const scheme = (schemeMatch?.[1] ?? "").toLowerCase();
  let rest = schemeMatch ? raw.slice(schemeMatch[0].length) : raw;
  let rawQuery = "";
  const forceQuery = rest.indexOf("?") === rest.length - 1 && rest.endsWith("?");
  if (forceQuery) rest = rest.slice(0, -1);
  else [rest, rawQuery] = cut(rest, "?");
  const base = { ...EMPTY, scheme, rawQuery, forceQuery };
  if (!rest.startsWith("/")) {
    if (scheme !== "") return { ...base, opaque: rest };
    if (cut(rest, "/")[0].includes(":")) refuse("first path segment in URL cannot contain colon");
  }
  let user: Userinfo | undefined;
  let host = "";
  let omitHost = false;
  if (rest.startsWith("//") && (scheme !== "" || !rest.startsWith("///"))) {
    const slash = rest.indexOf("/", 2);
    const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
    rest = slash < 0 ? "" : rest.slice(slash);
    [user, host] = parseAuthority(scheme, authority);
  } else if (scheme !== "" && rest.startsWith("/")) omitHost = true;
  const path = unescapePart(rest, "path");
  const rawPath = escapePart(path, "path") === rest ? "" : rest;
  return { ...base, user, host, omitHost, path, rawPath };
}

const USERINFO = /^[A-Za-z0-9._:~!$&'()*+,;=%@-]*$/;

function parseAuthority(scheme: string, authority: string): [Userinfo | undefined, string] {
  const at = authority.lastIndexOf("@");
  const host = parseHost(scheme, authority.slice(at + 1));
  if (at < 0) return [undefined, host];
  const userinfo = authority.slice(0, at);
  if (!USERINFO.test(userinfo)) refuse("net/url: invalid userinfo");
  const [username, password] = cut(userinfo, ":");
  const user = {
    username: unescapePart(username, "userPassword"),
    password: userinfo.includes(":") ? unescapePart(password, "userPassword") : undefined,
  };
  return [user, host];
}

const PORT = /^(?::[0-9]*)?$/;

function checkPort(port: string): void {
  if (!PORT.test(port)) refuse(`invalid port ${quote(port)} after host`);
}

function parseHost(scheme: string, host: string): string {
  const bracket = host.lastIndexOf("[");
  if (bracket > 0) refuse("invalid IP-literal");
  if (bracket === 0) {
    const end = host.lastIndexOf("]");
    if (end < 0) refuse("missing ']' in host");
    const port = host.slice(end + 1);
    checkPort(port);
    const name = host.slice(1, end);
    const zone = name.indexOf("%25");
    const address =
      zone < 0
        ? unescapePart(name, "host")
        : unescapePart(name.slice(0, zone), "host") + unescapePart(name.slice(zone), "zone");
    const problem = checkIpv6(address);
    if (problem !== undefined) refuse(problem);
    return `[${address}]${port}`;
  }
  const first = host.indexOf(":");
  if (first >= 0) {
    // Databases have lists of hosts with ports here; only for http is a second colon an error.
    const isStrict = scheme === "http" || scheme === "https";
    checkPort(host.slice(isStrict ? first : host.lastIndexOf(":")));
  }
  return unescapePart(host, "host");
}

/** `URL.Hostname()`: without the port and without brackets. */
export function hostnameOf(host: string): string {
  const colon = host.lastIndexOf(":");
  const name = colon >= 0 && PORT.test(host.slice(colon)) ? host.slice(0, colon) : host;
  return name.startsWith("[") && name.endsWith("]") ? name.slice(1, -1) : name;
}

/** `Userinfo.String()`. */
export function formatUserinfo(user: Userinfo): string {
  const name = escapePart(user.username, "userPassword");
  return user.password === undefined ? name : `${name}:${escapePart(user.password, "userPassword")}`;
}

/** Further unescaped characters of a raw path or fragment. */
const RAW_EXTRA = "!$&'()*+,;=:@[]%";

/** The written part, if it still has the same meaning, else escaped. */
function writePart(text: string, raw: string, part: Part): string {
  if (raw !== "" && toBytes(raw).every((byte) => isLeftRaw(byte, part))) {
    try {
      if (unescapePart(raw, part) === text) return raw;
    } catch (error) {
      if (!(error instanceof UrlError)) throw error;
    }
  }
  return part === "path" && text === "*" ? "*" : escapePart(text, part);
}

const isLeftRaw = (byte: number, part: Part): boolean =>
  !mustEscape(byte, part) || (byte < 0x80 && RAW_EXTRA.includes(String.fromCharCode(byte)));

/** `URL.String()`. */
export function formatUrl(url: Url): string {
  let out = url.scheme === "" ? "" : `${url.scheme}:`;
  if (url.opaque !== "") out += url.opaque;
  else {
    const hasAuthority = url.host !== "" || url.user !== undefined;
    if ((url.scheme !== "" && !url.omitHost) || hasAuthority) {
      if (hasAuthority || url.path !== "") out += "//";
      if (url.user !== undefined) out += `${formatUserinfo(url.user)}@`;
      out += escapePart(url.host, "host");
    }
    const path = writePart(url.path, url.rawPath, "path");
    if (path !== "" && !path.startsWith("/") && url.host !== "") out += "/";
    // A colon in the first segment would look like a scheme.
    if (out === "" && cut(path, "/")[0].includes(":")) out += "./";
    out += path;
  }
  if (url.forceQuery || url.rawQuery !== "") out += `?${url.rawQuery}`;
  if (url.fragment !== "") out += `#${writePart(url.fragment, url.rawFragment, "fragment")}`;
  return out;
}
