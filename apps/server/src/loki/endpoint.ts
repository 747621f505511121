/** One endpoint: what the configuration says of it, and what every request to it has. */
import type { Nanos } from "@sluice/engine";
import { readSmallFile } from "../platform/small-file.ts";
import { type BasicAuth, basicAuthorization } from "../upstream/credentials.ts";
import { type RequestHeaders, requestHeaders } from "../upstream/request-headers.ts";
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

export function endpointOf(options: EndpointOptions): Endpoint {
  const address = new URL(options.url);
  const { url, authorization: ofAddress } = basicAuthorization(address);
  const { bearerToken, basicAuth, headers } = options;
  const { text, file } = basicAuth?.password ?? { text: "", file: "" };
  const withPassword = (password: string) => requestHeaders({ bearerToken, basicAuth, password, ofAddress }, headers);
  const fixed = file === "" ? withPassword(text) : undefined;
  const read = async (folder: string) => withPassword((await readSmallFile(folder, file)).trim());
  return { url, host: address.host, headers: (folder) => fixed ?? read(folder) };
}
