/** Expressions for values whose name is itself a value beside them, and for values in the braces of ODBC. */
import { quoteMeta } from "@sluice/languages/re2";
import { NAME_KEYS, VALUE_KEYS } from "../base/secrets/assigned-secrets.ts";
import type { Finding } from "../sensitive/index.ts";
import type { Place } from "./place.ts";
import { anyOf, content } from "./written.ts";

/** `{"name":"DB_PASSWORD","value":"…"}`, with at most two pairs between. */
const PAIR = new RegExp(
  String.raw`(\\*)(["'])(${NAME_KEYS})\1\2(\s*:\s*)\1\2([^"'\\]{1,100})\1\2(?:\s*,\s*\1\2[^"'\\]{1,40}\1\2\s*:\s*(?:\1\2[^"'\\]{0,60}\1\2|[\w.-]{1,20})){0,2}\s*,\s*\1\2(${VALUE_KEYS})\1\2\s*:\s*\1\2$`,
  "i",
);
/** `<add key="password" value="…"/>` */
const ATTRIBUTES = new RegExp(
  String.raw`\s(${NAME_KEYS})=(\\*)(["'])([^"'\\<>]{1,100})\2\3\s+(?:[\w:.-]{1,40}=\2\3[^"'\\<>]{0,60}\2\3\s+){0,2}(${VALUE_KEYS})=\2\3$`,
  "i",
);
/** `<entry key="password">…</entry>` */
const ENTRY =
  /<([A-Za-z_][\w:.-]{0,100})(?:\s[^<>]{0,100})?\s(name|key)=(\\*)(["'])([^"'\\<>]{1,100})\3\4[^<>]{0,100}>\s*$/i;
/** `PWD={…}` */
const BRACED = /([A-Za-z][\w-]{0,60})=\{$/;

export function keyedPlace(text: string, before: string, { field, end }: Finding): Place | undefined {
  const pair = PAIR.exec(before);
  if (pair !== null) {
    const [, slashes = "", quote = "", key = "", , name = "", value = ""] = pair;
    const q = quoteMeta(slashes) + quote;
    const between = String.raw`(?:\s*,\s*${q}[^"'\\]*${q}\s*:\s*(?:${q}[^"'\\]*${q}|[\w.-]+)){0,2}`;
    return {
      shape: `pair ${q} ${key} ${value}`,
      name,
      closer: "",
      write: (names, _, limits) =>
        String.raw`${q}${key}${q}\s*:\s*${q}${anyOf(names)}${q}${between}\s*,\s*${q}${value}${q}\s*:\s*${q}${content(quote, slashes.length, limits)}${q}`,
    };
  }
  const attributes = ATTRIBUTES.exec(before);
  if (attributes !== null) {
    const [, key = "", slashes = "", quote = "", name = "", value = ""] = attributes;
    const q = quoteMeta(slashes) + quote;
    return {
      shape: `attributes ${q} ${key} ${value}`,
      name,
      closer: "",
      write: (names) =>
        String.raw`\s${key}=${q}${anyOf(names)}${q}\s+(?:[\w:.-]+=${q}[^"'\\<>]*${q}\s+){0,2}${value}=${q}([^"'\\<>]+)${q}`,
    };
  }
  const entry = ENTRY.exec(before);
  if (entry !== null && entry[5] === field) {
    const [, element = "", key = "", slashes = "", quote = "", name = ""] = entry;
    const q = quoteMeta(slashes) + quote;
    return {
      shape: `entry ${q} ${key} ${element}`,
      name,
      closer: "",
      write: (names) =>
        String.raw`<${quoteMeta(element)}(?:\s[^<>]*)?\s${key}=${q}${anyOf(names)}${q}[^<>]*>\s*([^<>"'\\\s](?:[^<>"'\\]*[^<>"'\\\s])?)\s*<`,
    };
  }
  const braced = BRACED.exec(before);
  if (braced === null || text[end] !== "}") return undefined;
  return {
    shape: "braces",
    name: braced[1]!,
    closer: "",
    write: (names) => String.raw`(?:^|[^\w-])${anyOf(names)}=\{((?:[^}"\\]|\}\}|\\.)+)\}`,
  };
}
