/** Users and passwords, as requests carry them. */
import { unescape as decodePercent } from "node:querystring";
import type { TextOrFile } from "../platform/small-file.ts";

export interface BasicAuth {
  readonly username: string;
  readonly password: TextOrFile;
}

export interface BasicAuthBlock {
  readonly args: { readonly username: string; readonly password: string; readonly password_file: string };
}

/** What the block `basic_auth` says. */
export const basicAuthOf = (block: BasicAuthBlock | undefined): BasicAuth | undefined =>
  block && { username: block.args.username, password: { text: block.args.password, file: block.args.password_file } };

/** The two as one text, as the header `Authorization` has it after its scheme. */
export const encodeBasic = (username: string, password: string): string =>
  Buffer.from(`${username}:${password}`).toString("base64");

/** A user and password in an address become a header, as with Go's client; the platform's refuses such addresses. */

export function basicAuthorization(address: URL): { url: string; authorization: string | undefined } {
  const { username, password } = address;
  if (username === "" && password === "") return { url: address.href, authorization: undefined };
  const bare = new URL(address);
  bare.username = "";
  bare.password = "";
  return { url: bare.href, authorization: `Basic ${encodeBasic(decodePercent(username), decodePercent(password))}` };
}
