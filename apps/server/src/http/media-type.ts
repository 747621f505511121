/**
 * The type that a header `Content-Type` names, by the rules of Go's `mime.ParseMediaType`, which decides in the push APIs of
 * Loki and Alloy what is refused.
 */

/** In lower case, without parameters; or what is wrong with the header, as Go says it. */
export type MediaType = { readonly ok: true; readonly type: string } | { readonly ok: false; readonly message: string };

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+/;
/** What a backslash takes its meaning from inside quotes. */
const SPECIAL = /[()<>@,;:\\"/[\]?=]/;

const bad = (message: string): MediaType => ({ ok: false, message });

export function parseMediaType(header: string): MediaType {
  const end = header.indexOf(";");
  const base = (end < 0 ? header : header.slice(0, end)).trim().toLowerCase();
  const wrong = wrongInType(base);
  if (wrong !== undefined) return bad(wrong);
  const found = new Map<string, string>();
  for (let rest = end < 0 ? "" : header.slice(end); ; ) {
    rest = rest.trimStart();
    if (rest === "" || rest.trim() === ";") return { ok: true, type: base };
    const parameter = readParameter(rest);
    if (parameter === undefined) return bad("invalid media parameter");
    const { name, value } = parameter;
    const known = found.get(name);
    if (known !== undefined && known !== value) return bad("duplicate parameter name");
    found.set(name, value);
    rest = parameter.rest;
  }
}

function wrongInType(base: string): string | undefined {
  const first = TOKEN.exec(base)?.[0];
  if (first === undefined) return "no media type";
  const rest = base.slice(first.length);
  if (rest === "") return undefined;
  if (!rest.startsWith("/")) return "expected slash after first token";
  const second = TOKEN.exec(rest.slice(1))?.[0];
  if (second === undefined) return "expected token after slash";
  return rest.length > second.length + 1 ? "unexpected content after media subtype" : undefined;
}

/** `; name=value`, and what comes after it. */
function readParameter(text: string): { name: string; value: string; rest: string } | undefined {
  if (!text.startsWith(";")) return undefined;
  const named = text.slice(1).trimStart();
  const name = TOKEN.exec(named)?.[0];
  if (name === undefined) return undefined;
  const assigned = named.slice(name.length).trimStart();
  if (!assigned.startsWith("=")) return undefined;
  const given = assigned.slice(1).trimStart();
  const value = given.startsWith('"') ? readQuoted(given) : TOKEN.exec(given)?.[0];
  if (value === undefined) return undefined;
  if (typeof value === "string") return { name: name.toLowerCase(), value, rest: given.slice(value.length) };
  return { name: name.toLowerCase(), value: value.text, rest: given.slice(value.end) };
}

function readQuoted(given: string): { readonly text: string; readonly end: number } | undefined {
  let text = "";
  for (let i = 1; i < given.length; i++) {
    const one = given[i]!;
    if (one === '"') return { text, end: i + 1 };
    if (one === "\r" || one === "\n") return undefined;
    text += one === "\\" && SPECIAL.test(given[i + 1] ?? "") ? given[++i]! : one;
  }
  return undefined;
}
