/**
 * Which headers and parameters of a recorded request are shown. Where a client puts its credentials cannot be known, so
 * those whose values say nothing of that kind are named here, and of all others only the names are shown.
 */

/** In small letters. */
const SHOWN_HEADERS: ReadonlySet<string> = new Set([
  ":authority",
  ":method",
  ":scheme",
  "accept",
  "accept-charset",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "connect-protocol-version",
  "connect-timeout-ms",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "expect",
  "grpc-accept-encoding",
  "grpc-encoding",
  "grpc-timeout",
  "host",
  "keep-alive",
  "sec-fetch-mode",
  "te",
  "traceparent",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "x-grpc-web",
  "x-scope-orgid",
  "x-user-agent",
]);

/** What the query of an ingest says about the profile. */
const INGEST_PARAMETERS: ReadonlySet<string> = new Set([
  "aggregationType",
  "format",
  "from",
  "name",
  "sampleRate",
  "spyName",
  "units",
  "until",
]);

export const isShownHeader = (name: string): boolean => SHOWN_HEADERS.has(name.toLowerCase());

/** A parameter whose value is shown, by what stands before and after its `=`; undefined: it is not to be. */
export function shownParameter(rawName: string, rawValue: string): { name: string; value: string } | undefined {
  const name = decode(rawName);
  // What cannot be decoded here may be by others.
  const value = decode(rawValue);
  return name === undefined || value === undefined || !INGEST_PARAMETERS.has(name) ? undefined : { name, value };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
