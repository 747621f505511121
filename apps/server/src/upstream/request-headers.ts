/** The headers that every request to an endpoint has: who asks, by which credentials, and what is configured. */
import { type BasicAuth, encodeBasic } from "./credentials.ts";

/** Headers, and what is secret in them: credentials also as they are encoded, and texts of files. */
export interface RequestHeaders {
  readonly values: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

export interface Credentials {
  /** Empty: there is none. */
  readonly bearerToken: string;
  /** What stands before the token; without it `Bearer`. */
  readonly scheme?: string | undefined;
  readonly basicAuth: BasicAuth | undefined;
  /** Of `basicAuth`, read if it is in a file. */
  readonly password: string;
  /** `Basic …`, of a user in the endpoint's address. */
  readonly ofAddress: string | undefined;
}

/**
 * With names in lower case, so that a configured header replaces ours. A user in the address counts before other
 * credentials, as with Go's client.
 */
export function requestHeaders(
  { bearerToken, scheme = "Bearer", basicAuth, password, ofAddress }: Credentials,
  configured: Iterable<readonly [name: string, value: string]>,
  own: Readonly<Record<string, string>> = {},
): RequestHeaders {
  const values: Record<string, string> = { "user-agent": "sluice", ...own };
  const secrets = [bearerToken, password];
  const basic = (value: string) => {
    values.authorization = `Basic ${value}`;
    secrets.push(value);
  };
  if (bearerToken !== "") values.authorization = `${scheme} ${bearerToken}`;
  if (basicAuth !== undefined) basic(encodeBasic(basicAuth.username, password));
  if (ofAddress !== undefined) basic(ofAddress.slice("Basic ".length));
  for (const [name, value] of configured) values[name.toLowerCase()] = value;
  return { values, secrets: secrets.filter((one) => one !== "") };
}
