/** Names for columns: from what stands before them, from their form, and from the place at which programs put them. */

import { freeName, toName } from "../../detect/index.ts";
import { readLevels } from "../read-levels.ts";
import { areThreads, bracketName } from "./bracket-names.ts";
import type { Column } from "./columns.ts";

const REQUEST = /^[A-Z]{3,12} \S+(?: HTTP\/[\d.]+)?$/;

/** What the texts of a column look like; undefined: nothing in particular. */
export function formOf(values: readonly string[], before: readonly string[]): string | undefined {
  const given = values.filter((value) => value !== "-" && value !== "");
  if (given.length === 0) return undefined;
  const most = (is: (value: string) => boolean) => given.filter(is).length >= given.length * 0.8;
  const has = (name: string) => before.includes(name);
  if (most((value) => REQUEST.test(value))) return "request";
  if (most((value) => /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE|PROPFIND|QUERY)$/.test(value)))
    return "method";
  if (most((value) => /^HTTP\/\d(?:\.\d)?$/.test(value))) return "protocol";
  if (
    most((value) =>
      /^(?:Mozilla|curl|Wget|kube-probe|Go-http-client|python-requests|okhttp|Prometheus|[\w.-]+\/\d[\w.]*)(?:[ /(]|$)/.test(
        value,
      ),
    ) &&
    given.some((value) => /Mozilla|curl|probe|Go-http|python/i.test(value))
  )
    return "user_agent";
  if (most((value) => /^https?:\/\//.test(value))) return has("referer") || !has("status") ? "url" : "referer";
  if (most((value) => /^\d{1,3}(?:\.\d{1,3}){3}:\d+$/.test(value))) return has("client") ? "backend" : "client";
  if (most((value) => /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=.*:.*:)[\da-fA-F:.]+)$/.test(value)))
    return has("remote_addr") ? "server_addr" : "remote_addr";
  if (most((value) => /^[1-5]\d\d$/.test(value)) && !has("status")) return "status";
  if (most((value) => /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/.test(value))) return "request_id";
  if (most((value) => /^[\da-f]{16,32}$/.test(value) && /[a-f]/.test(value))) return "trace_id";
  if (most((value) => /^\/[^\s]*$/.test(value))) return "path";
  if (most((value) => /^\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m)$/.test(value))) return "duration";
  if (most((value) => /^\d{1,4}\.\d{3,6}$/.test(value))) return has("duration") ? "upstream_duration" : "duration";
  if (most((value) => /^\d+$/.test(value)) && has("status") && !has("bytes")) return "bytes";
  if (most((value) => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)*$/.test(value))) return "user";
  if (most((value) => /^TLSv?\d/.test(value))) return "tls_version";
  if (most((value) => /^[\w./@-]+\.\w{1,5}:\d+$/.test(value))) return "caller";
  return undefined;
}

/** Names by the kind of column, where neither form nor text says more. */
const BY_KIND: Readonly<Record<string, string>> = {
  ip: "remote_addr",
  id: "id",
  class: "logger",
  caller: "caller",
  duration: "duration",
  number: "number",
  "number-or-dash": "number",
  sign: "level",
};

/** A free name for `column`; `before`: the columns in front of it, `taken`: their names and others. */
export function nameColumn(column: Column, before: readonly Column[], taken: ReadonlySet<string>): string {
  const values = column.units.flatMap((unit) => (unit === undefined ? [] : [unit.value]));
  const name = plainName(column, before, values, [...taken]);
  return freeName(name, taken);
}

function plainName(
  column: Column,
  before: readonly Column[],
  values: readonly string[],
  taken: readonly string[],
): string {
  const { kind, key } = column;
  if (kind === "time") return "time";
  if (kind === "level" || kind === "level-tag") return "level";
  if (kind === "priority") return "priority";
  if (key === "thread") return "thread";
  if (kind === "brace") return values.every((value) => /\.\w{1,5}:\d+$/.test(value)) ? "caller" : "captured";
  if (kind === "angle") return "process";
  if (kind === "tag" && values.some((value) => value.includes(" "))) return "event";
  if (kind === "tag")
    return values.some((value) => value.includes("::"))
      ? "target"
      : values.every((value) => /[A-Z]/.test(value) || value.includes(".")) &&
          !before.some((one) => one.kind === "text" || one.kind === "word")
        ? "logger"
        : "app";
  if (kind === "pair") return toName(key.slice("pair:".length)).toLowerCase();
  const introduced = before.at(-1);
  if (
    introduced?.constant === true &&
    !introduced.optional &&
    introduced.units.some((unit) => /^[A-Za-z]/.test(unit?.value ?? ""))
  )
    return toName(introduced.units.find((unit) => unit !== undefined)!.value).toLowerCase();
  const form = formOf(values, taken);
  if (form !== undefined) return form;
  if (kind === "paren") {
    if (/^[\w$]+(?:\.[\w$]+)+$/.test(values[0] ?? "")) return "logger";
    return areThreads(values) && !taken.includes("thread") ? "thread" : "detail";
  }
  if (kind === "bracket") return bracketName(values, taken);
  if (kind === "number" && before.at(-1)?.kind === "number" && taken.includes("pid") && !taken.includes("tid"))
    return "tid";
  if (kind === "number" && !taken.includes("pid") && before.length <= 3 && before.some((one) => one.kind === "time"))
    return "pid";
  if ((kind === "word" || kind === "text" || kind === "sign") && readLevels("", values) !== undefined) return "level";
  // `time host app[pid]:`
  if ((kind === "word" || kind === "text") && before.at(-1)?.kind === "time")
    return values.every((value) => /\.\w{1,4}:\d+:?$/.test(value)) ? "caller" : "host";
  // `- shop.orders -`
  if (
    (kind === "word" || kind === "text") &&
    values.filter((value) => /[a-z][._]/i.test(value)).length >= values.length * 0.2
  )
    return "logger";
  if (kind === "word" || kind === "text") return "word";
  return BY_KIND[kind] ?? "text";
}
