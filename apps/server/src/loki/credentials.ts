/** A user and password in an address become a header, as with Go's client; the platform's refuses such addresses. */
import { unescape as decodePercent } from "node:querystring";

export function basicAuthorization(address: URL): { url: string; authorization: string | undefined } {
  const { username, password } = address;
  if (username === "" && password === "") return { url: address.href, authorization: undefined };
  const bare = new URL(address);
  bare.username = "";
  bare.password = "";
  const pair = `${decodePercent(username)}:${decodePercent(password)}`;
  return { url: bare.href, authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}
