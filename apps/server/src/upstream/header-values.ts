/**
 * Header values as they go over the wire: UTF-8, as Go's client sends them, in the form that requests are
 * written in (a character for each byte). Which values cannot be sent at all is Go's rule too.
 */
import { encodeUtf8 } from "@sluice/engine";

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether a header can have this value, in which each character is a byte. */
export const isHeaderValue = (value: string): boolean => VALUE.test(value);

export type WireHeaders =
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>> }
  /** Names the header, and not its value, which may be a secret. */
  | { readonly ok: false; readonly message: string };

/** The headers as requests have them, or why no request can have them. */
export function wireHeaders(headers: Readonly<Record<string, string>>): WireHeaders {
  const wire: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name)) return { ok: false, message: `${JSON.stringify(name)} is not a valid header name` };
    const bytes = Buffer.from(encodeUtf8(value)).toString("latin1");
    if (!isHeaderValue(bytes))
      return { ok: false, message: `the header ${name} would hold a control character, which no request can carry` };
    wire[name] = bytes;
  }
  return { ok: true, headers: wire };
}
