/** `urlParse` and `urlJoin`: Go's package net/url, to and from a dictionary of parts. */

import { defineFunction, fail, mapArg, stringArg, type TemplateFunction } from "../functions.ts";
import { ANY_MAP, STRING } from "../types.ts";
import { dict, type GoMap, kindOf } from "../value.ts";
import { formatUrl, formatUserinfo, hostnameOf, parseUrl, type Url } from "./url.ts";
import { NIL_POINTER } from "./value-text.ts";

function parse(text: string): GoMap {
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
function part(map: GoMap, key: string): string {
  const value = map.get(key);
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  if (value === null) return fail(NIL_POINTER);
  return fail(`unable to parse ${key} key, must be of type string, but ${kindOf(value)} found`);
}

function join(map: GoMap): string {
  const url: Url = {
    scheme: part(map, "scheme"),
    host: part(map, "host"),
    path: part(map, "path"),
    rawPath: "",
    rawQuery: part(map, "query"),
    forceQuery: false,
    opaque: part(map, "opaque"),
    fragment: part(map, "fragment"),
    rawFragment: "",
    omitHost: false,
    user: undefined,
  };
  const userinfo = part(map, "userinfo");
  if (userinfo === "") return formatUrl(url);
  const parsed = parseUrl(`proto://${userinfo}@host`);
  if (typeof parsed === "string") return fail(`unable to parse userinfo in dict: ${parsed}`);
  return formatUrl({ ...url, user: parsed.user });
}

export const URL_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction("urlParse", [STRING], ANY_MAP, (args) => parse(stringArg(args, 0))),
  defineFunction("urlJoin", [ANY_MAP], STRING, (args) => join(mapArg(args, 0))),
];
