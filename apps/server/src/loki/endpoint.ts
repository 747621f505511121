/** One endpoint: what the configuration says of it, and what every request to it has. */
import type { Nanos } from "@sluice/engine";
import { readSmallFile } from "../platform/small-file.ts";
import { type BasicAuth, basicAuthorization, encodeBasic } from "../upstream/credentials.ts";
import type { BatchOptions } from "./batcher.ts";
import type { PushEncoding } from "./wire.ts";

export interface EndpointOptions extends BatchOptions {
  readonly url: string;
  readonly remoteTimeout: Nanos;
  readonly minBackoff: Nanos;
  readonly maxBackoff: Nanos;
  /** Attempts in all; 0 means without end. */
  readonly maxAttempts: number;
  readonly retryOn429: boolean;
  readonly headers: ReadonlyMap<string, string>;
  readonly bearerToken: string;
  readonly basicAuth: BasicAuth | undefined;
  readonly encoding: PushEncoding;
  readonly followRedirects: boolean;
}

export interface Endpoint {
  /** Without credentials, so that it can be logged. */
  readonly url: string;
  readonly host: string;
  /** Of the next request; relative paths of files begin in `folder`. Rejects with a `SmallFileError`. */
  readonly headers: (folder: string) => RequestHeaders | Promise<RequestHeaders>;
}

/** Headers, and what is secret in them besides the configuration's own values: credentials as they are encoded, texts of files. */
export interface RequestHeaders {
  readonly values: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

export function endpointOf(options: EndpointOptions): Endpoint {
  const address = new URL(options.url);
  const { url, authorization } = basicAuthorization(address);
  const { text, file } = options.basicAuth?.password ?? { text: "", file: "" };
  const fixed = file === "" ? requestHeaders(options, authorization, text) : undefined;
  const read = async (folder: string) =>
    requestHeaders(options, authorization, (await readSmallFile(folder, file)).trim());
  return { url, host: address.host, headers: (folder) => fixed ?? read(folder) };
}

/** With names in lower case, so that a configured one replaces ours. A user in the address counts before `basic_auth`. */
function requestHeaders(
  { headers, bearerToken, basicAuth }: EndpointOptions,
  ofAddress: string | undefined,
  password: string,
): RequestHeaders {
  const values: Record<string, string> = { "user-agent": "sluice" };
  const secrets = [password];
  const basic = (value: string) => {
    values.authorization = `Basic ${value}`;
    secrets.push(value);
  };
  if (basicAuth !== undefined) basic(encodeBasic(basicAuth.username, password));
  if (ofAddress !== undefined) basic(ofAddress.slice("Basic ".length));
  if (bearerToken !== "") values.authorization = `Bearer ${bearerToken}`;
  for (const [name, value] of headers) values[name.toLowerCase()] = value;
  return { values, secrets: secrets.filter((one) => one !== "") };
}
