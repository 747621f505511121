/** URLs by the rules of Go's `net/url`, which refuses some and writes others differently. */

export type UrlResult = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly message: string };

const refuse = (message: string): UrlResult => ({ ok: false, message });
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const HOST = /^(?:[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\u0080-\u{10ffff}]|%25)*$/u;
const USER = /^(?:[A-Za-z0-9\-._:~!$&'()*+,;=@]|%[0-9a-fA-F]{2})*$/;
/** What a path may hold unescaped. */
const PATH_CHARACTER = /^[A-Za-z0-9\-_.~$&+,/:;=@!'()*[\]%]$/;

/** The URL written again, with escapes where the path needs them. */
export function parseUrl(text: string): UrlResult {
  if (/[\0-\x1f\x7f]/.test(text)) return refuse("it holds control characters");
  const hash = text.indexOf("#");
  const fragment = hash < 0 ? "" : text.slice(hash);
  const whole = hash < 0 ? text : text.slice(0, hash);
  const scheme = SCHEME.exec(whole)?.[1] ?? "";
  if (scheme === "" && whole.startsWith(":")) return refuse("its scheme is missing (http://…)");
  const afterScheme = scheme === "" ? whole : whole.slice(scheme.length + 1);
  const question = afterScheme.indexOf("?");
  const query = question < 0 ? "" : afterScheme.slice(question);
  const rest = question < 0 ? afterScheme : afterScheme.slice(0, question);
  const head = scheme === "" ? "" : `${scheme.toLowerCase()}:`;
  if (scheme !== "" && !rest.startsWith("/")) return { ok: true, url: `${head}${rest}${query}${fragment}` };
  if (scheme === "" && /^[^/]*:/.test(rest)) return refuse("it has no scheme (http://…)");
  if (!rest.startsWith("//")) return withPath(head, rest, `${query}${fragment}`);
  const slash = rest.indexOf("/", 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  const at = authority.lastIndexOf("@");
  if (at >= 0 && !USER.test(authority.slice(0, at)))
    return refuse("its user or password holds a character that is not allowed there");
  const host = authority.slice(at + 1);
  if (!HOST.test(host)) return refuse("its host holds a character that is not allowed there");
  const port = /^(?:\[[^\]]*\]|[^:]*)(:.*)?$/.exec(host)?.[1];
  if (port !== undefined && !/^:\d*$/.test(port)) return refuse("its port is not a number");
  return withPath(`${head}//${authority}`, slash < 0 ? "" : rest.slice(slash), `${query}${fragment}`);
}

function withPath(before: string, path: string, after: string): UrlResult {
  if (/%(?![0-9a-fA-F]{2})/.test(path)) return refuse("its path holds a % that escapes nothing");
  const escaped = [...path].map((character) =>
    PATH_CHARACTER.test(character) ? character : encodeURIComponent(character.toWellFormed()),
  );
  return { ok: true, url: `${before}${escaped.join("")}${after}` };
}
