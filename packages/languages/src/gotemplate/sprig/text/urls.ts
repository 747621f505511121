/** `urlParse` and `urlJoin`: Go's package net/url, to and from a dictionary of parts. */

import { type CallContext, defineFunction, fail, type TemplateFunction } from "../../functions.ts";
import { mapParam, stringParam } from "../../parameters.ts";
import { ANY_MAP, STRING } from "../../types.ts";
import { dict, type GoMap, kindOf } from "../../value.ts";
import { formatUrl, formatUserinfo, hostnameOf, parseUrl, type Url } from "./url.ts";
import { NIL_POINTER } from "./value-text.ts";

/** Characters of a URL that cost one unit of limits.ts: parts are read, escaped and compared byte by byte. */
const URL_UNIT = 8;

function parse(text: string, ctx: CallContext): GoMap {
  ctx.charge(Math.floor(text.length / URL_UNIT));
  const url = parseUrl(text);
  if (typeof url === "string") return fail(`unable to parse url: ${url}`);
  return dict([
    ["scheme", url.scheme],
    ["host", url.host],
    ["hostname", hostnameOf(url.host)],
    ["path", url.path],
    ["query", url.rawQuery],
    ["opaque", url.opaque],
    ["fragment", url.fragment],
    ["userinfo", url.user === undefined ? "" : formatUserinfo(url.user)],
  ]);
}

/** A part of the dictionary; empty when missing. */
function part(map: GoMap, key: string, ctx: CallContext): string {
  const value = map.get(key);
  if (value === undefined) return "";
  if (typeof value === "string") {
    ctx.charge(Math.floor(value.length / URL_UNIT));
    return value;
  }
  if (value === null) return fail(NIL_POINTER);
  return fail(`unable to parse ${key} key, must be of type string, but ${kindOf(value)} found`);
}

function join(map: GoMap, ctx: CallContext): string {
  const url: Url = {
    scheme: part(map, "scheme", ctx),
    host: part(map, "host", ctx),
    path: part(map, "path", ctx),
    rawPath: "",
    rawQuery: part(map, "query", ctx),
    forceQuery: false,
    opaque: part(map, "opaque", ctx),
    fragment: part(map, "fragment", ctx),
    rawFragment: "",
    omitHost: false,
    user: undefined,
  };
  const userinfo = part(map, "userinfo", ctx);
  if (userinfo === "") return formatUrl(url);
  const parsed = parseUrl(`proto://${userinfo}@host`);
  if (typeof parsed === "string") return fail(`unable to parse userinfo in dict: ${parsed}`);
  return formatUrl({ ...url, user: parsed.user });
}

export const URL_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction({
    name: "urlParse",
    params: [stringParam("url")],
    result: ANY_MAP,
    doc: "A dictionary of the URL's parts: `scheme`, `host`, `hostname`, `path`, `query`, `opaque`, `fragment`, `userinfo`.",
    example: { call: 'get (urlParse "http://u@example.com:80/a?b=c#d") "hostname"', gives: "example.com" },
    call: ([url], ctx) => parse(url, ctx),
  }),
  defineFunction({
    name: "urlJoin",
    params: [mapParam("parts")],
    result: STRING,
    doc: "The URL made from a dictionary of parts, as `urlParse` gives it.",
    example: {
      call: 'urlJoin (dict "scheme" "http" "host" "example.com" "path" "/a b")',
      gives: "http://example.com/a%20b",
    },
    call: ([parts], ctx) => join(parts, ctx),
  }),
];
