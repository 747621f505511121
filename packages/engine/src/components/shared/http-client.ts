/** Shared by components that send by HTTP: verification of the server, proxies, and credentials. */
import {
  block,
  boolField,
  type CheckReport,
  type FieldArgs,
  type Fields,
  filePathField,
  secretField,
  secretListMapField,
  stringField,
  stringListField,
  stringMapField,
} from "../../schema/field.ts";
import { basicAuth } from "./basic-auth.ts";

const OF_CLIENT = "of the client certificate";

/** Least versions of TLS, by Alloy's names. */
const TLS_VERSIONS: readonly string[] = ["TLS10", "TLS11", "TLS12", "TLS13"];

export const tlsConfig = block({
  doc: "How the server's certificate is verified, and which certificate the client presents.",
  occurs: "optional",
  fields: {
    ca_pem: stringField({
      holds: "certificate",
      doc: "Certificate authorities, in PEM, in place of the system's.",
      default: "",
    }),
    ca_file: filePathField({ use: "read", doc: "File with the certificate authorities.", default: "" }),
    cert_pem: stringField({ holds: "certificate", doc: `PEM ${OF_CLIENT}.`, default: "" }),
    cert_file: filePathField({ use: "read", doc: `File ${OF_CLIENT}.`, default: "" }),
    key_pem: secretField({ doc: `Key, in PEM, ${OF_CLIENT}.`, default: "" }),
    key_file: filePathField({ use: "read", doc: `File with the key ${OF_CLIENT}.`, default: "" }),
    server_name: stringField({
      holds: "address",
      doc: "Name that the server's certificate must have; empty means the URL's host.",
      default: "",
    }),
    insecure_skip_verify: boolField({ doc: "Accept any server certificate.", default: false }),
    min_version: stringField({
      holds: "word",
      doc: "Minimum TLS version: `TLS12` (or empty) or `TLS13`. `TLS10` and `TLS11` are accepted, and work where the platform still has them.",
      default: "",
    }),
  },
  check(args, report) {
    for (const name of ["ca", "cert", "key"] as const) {
      if (args[`${name}_pem`] !== "" && args[`${name}_file`] !== "")
        report.error("one-secret", `give ${name}_pem or ${name}_file, not both`, `${name}_file`);
    }
    const has = (name: "cert" | "key") => args[`${name}_pem`] !== "" || args[`${name}_file`] !== "";
    if (has("cert") !== has("key")) report.error("tls-pair", "a certificate needs its key, and a key its certificate");
    if (args.min_version !== "" && !TLS_VERSIONS.includes(args.min_version))
      report.error("tls-version", `min_version must be one of ${TLS_VERSIONS.join(", ")}`, "min_version");
  },
});

/** How requests reach a server that is behind a proxy. */
export const proxyFields = {
  proxy_url: stringField({ holds: "url", doc: "HTTP proxy for the requests.", default: "" }),
  proxy_from_environment: boolField({
    doc: "Take the proxy from the environment variables HTTP_PROXY, HTTPS_PROXY and NO_PROXY, or their lower-case forms.",
    default: false,
  }),
  no_proxy: stringField({
    holds: "address",
    doc: "Addresses, ranges (CIDR) and domains, separated by commas, that are reached without `proxy_url`. If `no_proxy` is set, the loopback address is reached without it, too.",
    default: "",
  }),
  proxy_connect_header: secretListMapField({
    doc: "Headers of the CONNECT requests to the proxy.",
    default: new Map(),
  }),
} satisfies Fields;

export function checkProxyUrl(url: string, report: CheckReport): void {
  if (url !== "" && !/^http:\/\/[^/\s]+/.test(url))
    report.error("proxy-url", `${JSON.stringify(url)} is not an http URL`, "proxy_url");
}

export function checkProxy(args: FieldArgs<typeof proxyFields>, report: CheckReport): void {
  checkProxyUrl(args.proxy_url, report);
  if (args.proxy_from_environment && args.proxy_url !== "")
    report.error("proxy-choice", "give proxy_url or proxy_from_environment, not both", "proxy_from_environment");
  else if (args.no_proxy !== "" && args.proxy_url === "")
    report.error("proxy-choice", "no_proxy needs proxy_url", "no_proxy");
  else if (args.proxy_connect_header.size > 0 && args.proxy_url === "" && !args.proxy_from_environment)
    report.error(
      "proxy-choice",
      "proxy_connect_header needs proxy_url or proxy_from_environment",
      "proxy_connect_header",
    );
}

export const authorization = block({
  doc: "The header `Authorization`, with any scheme.",
  occurs: "optional",
  fields: {
    type: stringField({
      holds: "word",
      doc: "Scheme, the first word of the header; empty means `Bearer`.",
      default: "",
    }),
    credentials: secretField({ doc: "What follows the scheme.", default: "" }),
    credentials_file: filePathField({
      use: "read",
      doc: "File with what follows the scheme, read for each request.",
      default: "",
    }),
  },
  check({ type, credentials, credentials_file }, report) {
    if (credentials !== "" && credentials_file !== "")
      report.error("one-secret", "give credentials or credentials_file, not both", "credentials_file");
    if (type.trim().toLowerCase() === "basic")
      report.error("authorization-type", "for Basic use the block basic_auth", "type");
  },
});

export const oauth2 = block({
  doc: "A token from an OAuth 2.0 server, by client credentials. It is used until it expires or is refused.",
  occurs: "optional",
  fields: {
    client_id: stringField({ holds: "name", doc: "Id of the client.", default: "" }),
    client_secret: secretField({ doc: "Secret of the client.", default: "" }),
    client_secret_file: filePathField({ use: "read", doc: "File with the secret, read for each token.", default: "" }),
    token_url: stringField({
      holds: "url",
      doc: "URL that issues tokens. Redirects from there are not followed.",
      default: "",
    }),
    scopes: stringListField({ holds: "name", doc: "Scopes to request.", default: [] }),
    endpoint_params: stringMapField({
      holds: "text",
      doc: "Additional parameters of the token request.",
      default: new Map(),
      sensitive: true,
    }),
    ...proxyFields,
  },
  blocks: { tls_config: tlsConfig },
  check(args, report) {
    if (args.client_secret !== "" && args.client_secret_file !== "")
      report.error("one-secret", "give client_secret or client_secret_file, not both", "client_secret_file");
    if (args.client_id === "") report.error("oauth2", "client_id is missing");
    if (args.client_secret === "" && args.client_secret_file === "")
      report.error("oauth2", "client_secret or client_secret_file is missing");
    if (!/^https?:\/\/[^/\s]+/.test(args.token_url))
      report.error("oauth2", `${JSON.stringify(args.token_url)} is not an http or https URL`, "token_url");
    checkProxy(args, report);
  },
});

/** Names that ask for one authorization; reports where more than one is given. */
export function checkOneAuthorization(given: Readonly<Record<string, boolean>>, report: CheckReport): void {
  const names = Object.keys(given);
  if (Object.values(given).filter(Boolean).length > 1)
    report.error("one-authorization", `give one of ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
}

/** Arguments of every client, besides those of redirects and of what it sends. */
export const httpClientFields = {
  http_headers: secretListMapField({
    doc: "Additional request headers with several values each.",
    default: new Map(),
  }),
  bearer_token: secretField({ doc: "Sent as `Authorization: Bearer …`.", default: "" }),
  bearer_token_file: filePathField({
    use: "read",
    doc: "File with the token, read for each request.",
    default: "",
  }),
  enable_http2: boolField({
    doc: "Accepted without effect: requests use HTTP/1.1.",
    default: true,
  }),
  ...proxyFields,
} satisfies Fields;

/** Where headers are also given with one value each. */
export const httpHeadersField = secretListMapField({
  doc: "Additional request headers with several values each; those of `headers` take precedence.",
  default: new Map(),
});

export const httpClientBlocks = { authorization, basic_auth: basicAuth, oauth2, tls_config: tlsConfig };

export function checkHttpClient(
  args: FieldArgs<typeof httpClientFields>,
  report: CheckReport,
  given: (name: keyof typeof httpClientBlocks) => boolean,
): void {
  checkOneAuthorization(
    {
      authorization: given("authorization"),
      basic_auth: given("basic_auth"),
      bearer_token: args.bearer_token !== "",
      bearer_token_file: args.bearer_token_file !== "",
      oauth2: given("oauth2"),
    },
    report,
  );
  checkProxy(args, report);
}
