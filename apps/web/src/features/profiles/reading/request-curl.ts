/** The curl command that repeats a recorded request: the body as a file, secrets as `(secret)`. */

import { SECRET } from "@sluice/engine";
import type { ProfileRequestDetail, RecordedReceiver } from "@sluice/protocol";

/** Headers that curl or its connection sets, and lengths and encodings of the original body. */
const OWN = new Set([
  "host",
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
  "content-length",
  "expect",
  "accept-encoding",
]);
/** A push is repeated as JSON, whatever its original form. */
const OF_PUSH = /^(?:content-type|content-encoding|accept|connect-.*|grpc-.*|x-user-agent|x-grpc-web)$/;

/** Quotes a text for a POSIX shell, so that nothing in it has a meaning there. */
export const quoteShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The address of a receiver from this page: the page's host replaces a wildcard address. */
export function receiverAddress({ address, tls }: Pick<RecordedReceiver, "address" | "tls">, pageHost: string): string {
  const host = pageHost === "" ? "127.0.0.1" : pageHost;
  return `${tls ? "https" : "http"}://${address.replace(/^(?:0\.0\.0\.0|\[::\])(?=:\d+$)/, host)}`;
}

const ENDINGS = { pprof: "pprof", folded: "folded", lines: "txt", jfr: "jfr", text: "txt" } as const;

/** The file name of the body: `profile-17.pprof`, `push-17.json`. */
export function bodyFileName({ id, route, format, contents }: ProfileRequestDetail): string {
  const name = id.replace(/[^\w.-]+/g, "-");
  if (route === "push") return `push-${name}.json`;
  if (contents[0]?.parts !== undefined) return `profile-${name}.multipart`;
  return `profile-${name}.${format === undefined ? "bin" : ENDINGS[format]}`;
}

/** The file name of one profile of a push. */
export function profileFileName({ id, contents }: ProfileRequestDetail, nth: number): string {
  const format = contents[nth]?.format;
  const number = contents.length > 1 ? `-${nth + 1}` : "";
  return `profile-${id.replace(/[^\w.-]+/g, "-")}${number}.${format === undefined ? "bin" : ENDINGS[format]}`;
}

/** The command, and whether it has secrets to fill in. `address` is the receiver's URL. */
export function curlOf(detail: ProfileRequestDetail, address: string): { text: string; hasSecrets: boolean } {
  const push = detail.route === "push";
  const sent = detail.headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !lower.startsWith(":") && !OWN.has(lower) && !(push && OF_PUSH.test(lower));
  });
  const headers = push ? [["Content-Type", "application/json"] as const, ...sent] : sent;
  // Without a content type, curl declares the body a form.
  const typed = headers.some(([name]) => name.toLowerCase() === "content-type");
  const lines = [
    `curl -sS --globoff --data-binary ${quoteShell(`@${bodyFileName(detail)}`)}`,
    ...(typed ? [] : ["-H 'Content-Type:'"]),
    // An empty value removes the header, unless it ends in a semicolon.
    ...headers.map(([name, value]) => `-H ${quoteShell(value === "" ? `${name};` : `${name}: ${value}`)}`),
    quoteShell(`${address}${detail.path}`),
  ];
  const hasSecrets = [detail.path, ...sent.map(([, value]) => value)].some((part) => part.includes(SECRET));
  return { text: lines.join(" \\\n  "), hasSecrets };
}

/** The message of a push as JSON, which a receiver accepts like the binary form. `profiles` are base64. */
export const pushJson = ({ contents }: ProfileRequestDetail, profiles: readonly string[]): string =>
  JSON.stringify({
    series: contents.map(({ received }, i) => ({
      labels: received.map(([name, value]) => ({ name, value })),
      samples: [{ rawProfile: profiles[i] }],
    })),
  });
