/** What configurations say of an HTTP client: its credentials, headers, TLS and proxies. */
import type { TextOrFile } from "../platform/small-file.ts";
import { type BasicAuth, type BasicAuthBlock, basicAuthOf } from "./credentials.ts";
import type { OAuth2Settings } from "./oauth2.ts";
import { type ProxyArgs, type ProxySettings, proxyOf } from "./proxies.ts";
import { findTlsConfigProblem, type TlsBlock, type TlsSettings, tlsOf } from "./tls-config.ts";

export interface AccessSettings {
  /** Sent after `scheme`; both are empty where there is none. */
  readonly bearerToken: TextOrFile;
  /** What stands before it; empty is `Bearer`. */
  readonly scheme: string;
  readonly basicAuth: BasicAuth | undefined;
  readonly oauth2: OAuth2Settings | undefined;
}

export interface HttpClientSettings extends AccessSettings {
  readonly headers: ReadonlyMap<string, string>;
  readonly tls: TlsSettings | undefined;
  readonly proxy: ProxySettings;
}

interface OAuth2Args extends ProxyArgs {
  readonly client_id: string;
  readonly client_secret: string;
  readonly client_secret_file: string;
  readonly token_url: string;
  readonly scopes: readonly string[];
  readonly endpoint_params: ReadonlyMap<string, string>;
  readonly tls_config?: TlsBlock | undefined;
}

interface AuthorizationArgs {
  readonly type: string;
  readonly credentials: string;
  readonly credentials_file: string;
}

export interface HttpClientArgs extends ProxyArgs {
  readonly bearer_token: string;
  readonly bearer_token_file: string;
  readonly http_headers: ReadonlyMap<string, readonly string[]>;
  readonly authorization?: { readonly args: AuthorizationArgs } | undefined;
  readonly basic_auth?: BasicAuthBlock | undefined;
  readonly oauth2?: { readonly args: OAuth2Args } | undefined;
  readonly tls_config?: TlsBlock | undefined;
}

export function httpClientOf(args: HttpClientArgs): HttpClientSettings {
  const { authorization, oauth2 } = args;
  return {
    bearerToken:
      authorization === undefined
        ? { text: args.bearer_token, file: args.bearer_token_file }
        : { text: authorization.args.credentials.trim(), file: authorization.args.credentials_file },
    scheme: authorization?.args.type.trim() ?? "",
    basicAuth: basicAuthOf(args.basic_auth),
    oauth2: oauth2 && oauth2Of(oauth2.args),
    headers: new Map([...args.http_headers].map(([name, values]) => [name, values.join(", ")] as const)),
    tls: tlsOf(args.tls_config),
    proxy: proxyOf(args),
  };
}

const oauth2Of = (args: OAuth2Args): OAuth2Settings => ({
  clientId: args.client_id,
  clientSecret: { text: args.client_secret, file: args.client_secret_file },
  tokenUrl: args.token_url,
  scopes: args.scopes,
  endpointParams: args.endpoint_params,
  tls: tlsOf(args.tls_config),
  proxy: proxyOf(args),
});

/** What no client could send with, although the arguments are right one by one; `undefined` when there is nothing wrong. */
export function findHttpClientProblem(args: HttpClientArgs): string | undefined {
  const { oauth2 } = args;
  const addresses = {
    proxy_url: args.proxy_url,
    token_url: oauth2?.args.token_url ?? "",
    "oauth2: proxy_url": oauth2?.args.proxy_url ?? "",
  };
  for (const [name, address] of Object.entries(addresses))
    if (address !== "" && !URL.canParse(address)) return `${name}: ${JSON.stringify(address)} is not a URL`;
  for (const tls of [args.tls_config, oauth2?.args.tls_config]) {
    const problem = findTlsConfigProblem(tlsOf(tls));
    if (problem !== undefined) return `tls_config: ${problem}`;
  }
  return undefined;
}
