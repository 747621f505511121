/** The settings of Prometheus' HTTP client, and TLS. */
import type { YamlNode } from "@sluice/languages/yaml";
import type { Block } from "./blocks.ts";
import { carry, noteEnvironment, refuseKeys } from "./carry.ts";
import { listExpression, objectExpression } from "./expressions.ts";
import { bool, choice, list, mapOf, optional, type Section, section, text, textMap } from "./fields.ts";
import type { Reading } from "./reading.ts";

const TLS_VERSIONS = ["TLS10", "TLS11", "TLS12", "TLS13"];

const TLS_FIELDS = {
  ca: text,
  cert: text,
  key: text,
  ca_file: text,
  cert_file: text,
  key_file: text,
  ca_ref: text,
  cert_ref: text,
  key_ref: text,
  server_name: text,
  insecure_skip_verify: bool,
  min_version: choice("min_version", TLS_VERSIONS),
  max_version: choice("max_version", TLS_VERSIONS),
} as const;
export const tls = section("tls_config", TLS_FIELDS);
export { TLS_FIELDS };
export type TlsSection = Section<typeof TLS_FIELDS>;

const PROXY_FIELDS = {
  proxy_url: text,
  no_proxy: text,
  proxy_from_environment: bool,
  proxy_connect_header: mapOf(list(text)),
} as const;

const basicAuth = section("basic_auth", {
  username: text,
  username_file: text,
  username_ref: text,
  password: text,
  password_file: text,
  password_ref: text,
});
const authorization = section("authorization", {
  type: text,
  credentials: text,
  credentials_file: text,
  credentials_ref: text,
});
const oauth2 = section("oauth2", {
  client_id: text,
  client_secret: text,
  client_secret_file: text,
  client_secret_ref: text,
  scopes: list(text),
  token_url: text,
  endpoint_params: textMap,
  tls_config: tls,
  ...PROXY_FIELDS,
});
const header = section("http_headers", { values: list(text), secrets: list(text), files: list(text) });

/** They are among a structure's own keys. */
export const CLIENT_FIELDS = {
  basic_auth: optional(basicAuth),
  authorization: optional(authorization),
  oauth2: optional(oauth2),
  bearer_token: text,
  bearer_token_file: text,
  tls_config: tls,
  follow_redirects: bool,
  enable_http2: bool,
  http_headers: optional(mapOf(header)),
  ...PROXY_FIELDS,
} as const;

/** Any structure that has these keys, with others. */
export type ClientSection = Section<typeof CLIENT_FIELDS>;

/** The settings of the client, as arguments and blocks of `block`. */
export function carryClient(client: ClientSection, block: Block, reading: Reading): void {
  if (!checkClient(client, reading)) return;
  carry(client, ["follow_redirects", "enable_http2"], block, reading);
  carryProxy(client, block, reading);
  carryHeaders(client, block, reading);
  const basic = client.get("basic_auth");
  if (basic !== undefined) {
    carry(basic, ["username", "password", "password_file"], block.block("basic_auth", basic.node), reading);
    refuseKeys(basic, "basic_auth", reading, ["username_file", "username_ref", "password_ref"]);
  }
  carryAuthorization(client, block, reading);
  const oauth = client.get("oauth2");
  if (oauth !== undefined) {
    const inner = block.block("oauth2", oauth.node);
    carry(
      oauth,
      ["client_id", "client_secret", "client_secret_file", "scopes", "token_url", "endpoint_params"],
      inner,
      reading,
    );
    carryProxy(oauth, inner, reading);
    refuseKeys(oauth, "oauth2", reading, ["client_secret_ref"]);
    carryTls(oauth.get("tls_config"), inner, reading);
  }
  carryTls(client.get("tls_config"), block, reading);
}

export function carryProxy(section: Section<typeof PROXY_FIELDS>, block: Block, reading: Reading): void {
  carry(section, ["proxy_url", "no_proxy", "proxy_from_environment", "proxy_connect_header"], block, reading);
}

/** Headers with their values and secrets; files of them cannot be named. */
function carryHeaders(client: ClientSection, block: Block, reading: Reading): void {
  const headers = client.get("http_headers");
  if (headers === undefined || headers.size === 0) return;
  const place = client.place("http_headers");
  const entries = [...headers].map(([name, one]) => {
    refuseKeys(one, "http_headers", reading, ["files"]);
    return [name, listExpression([...one.get("values"), ...one.get("secrets")].map(text.write))] as const;
  });
  const expression = objectExpression(entries);
  block.set("http_headers", expression);
  noteEnvironment(expression, place, reading);
  reading.note("import-kept", "http_headers is kept; Alloy's own converter loses it", place);
}

/** A bearer token is the authorization of that type. */
function carryAuthorization(client: ClientSection, block: Block, reading: Reading): void {
  const given = client.get("authorization");
  const credentials = given === undefined ? "bearer_token" : undefined;
  if (given !== undefined) {
    const inner = block.block("authorization", given.node);
    const type = given.get("type").trim();
    inner.set("type", text.write(type === "" ? "Bearer" : type));
    carry(given, ["credentials", "credentials_file"], inner, reading);
    refuseKeys(given, "authorization", reading, ["credentials_ref"]);
    return;
  }
  for (const [key, argument] of [
    [credentials, "credentials"],
    ["bearer_token_file", "credentials_file"],
  ] as const) {
    if (key === undefined || client.get(key) === "") continue;
    const inner = block.block("authorization", client.place(key));
    inner.set("type", text.write("Bearer"));
    carry(client, [[key, argument]], inner, reading);
  }
}

export function carryTls(section: TlsSection, block: Block, reading: Reading): void {
  const inner = block.block("tls_config", section.node);
  carry(
    section,
    [
      ["ca", "ca_pem"],
      "ca_file",
      ["cert", "cert_pem"],
      "cert_file",
      ["key", "key_pem"],
      "key_file",
      "server_name",
      "insecure_skip_verify",
      "min_version",
    ],
    inner,
    reading,
  );
  if (inner.isEmpty) block.remove(inner);
  refuseKeys(section, "tls_config", reading, ["max_version", "ca_ref", "cert_ref", "key_ref"]);
}

/** Rules across the settings; false after a mistake. */
function checkClient(client: ClientSection, reading: Reading): boolean {
  const { get, place } = { get: client.get.bind(client), place: client.place.bind(client) };
  const problems: [string, YamlNode | undefined][] = [];
  const [basic, auth, oauth] = [get("basic_auth"), get("authorization"), get("oauth2")];
  const bearer = get("bearer_token") !== "" || get("bearer_token_file") !== "";
  const bearerPlace = place("bearer_token") ?? place("bearer_token_file");
  if (get("bearer_token") !== "" && get("bearer_token_file") !== "")
    problems.push(["give one of bearer_token and bearer_token_file", bearerPlace]);
  if (basic !== undefined && (bearer || auth !== undefined || oauth !== undefined))
    problems.push(["give one of basic_auth, authorization, oauth2 and bearer_token", place("basic_auth")]);
  else if (auth !== undefined && (bearer || oauth !== undefined))
    problems.push(["give one of authorization, oauth2 and bearer_token", place("authorization")]);
  else if (oauth !== undefined && bearer) problems.push(["give one of oauth2 and bearer_token", bearerPlace]);
  if (basic !== undefined && basic.get("username") !== "" && basic.get("username_file") !== "")
    problems.push(["give one of username and username_file", basic.place("username_file")]);
  if (basic !== undefined && basic.get("password") !== "" && basic.get("password_file") !== "")
    problems.push(["give one of password and password_file", basic.place("password_file")]);
  if (auth !== undefined && auth.get("credentials") !== "" && auth.get("credentials_file") !== "")
    problems.push(["give one of credentials and credentials_file", auth.place("credentials_file")]);
  if (auth?.get("type").trim().toLowerCase() === "basic")
    problems.push(["authorization of the type basic is written as basic_auth", auth.place("type")]);
  if (oauth !== undefined) {
    for (const key of ["client_id", "token_url"] as const)
      if (oauth.get(key) === "") problems.push([`oauth2 needs ${key}`, oauth.place(key) ?? oauth.node]);
    if (oauth.get("client_secret") !== "" && oauth.get("client_secret_file") !== "")
      problems.push(["give one of client_secret and client_secret_file", oauth.place("client_secret_file")]);
  }
  const [proxy, ambient] = [get("proxy_url") !== "", get("proxy_from_environment")];
  if (proxy && ambient) problems.push(["give one of proxy_url and proxy_from_environment", place("proxy_url")]);
  if (get("no_proxy") !== "" && (ambient || !proxy)) problems.push(["no_proxy needs proxy_url", place("no_proxy")]);
  if (get("proxy_connect_header").size > 0 && !proxy && !ambient)
    problems.push(["proxy_connect_header needs proxy_url", place("proxy_connect_header")]);
  for (const [message, at] of problems) reading.error("import-value", message, at ?? client.node);
  return problems.length === 0;
}
