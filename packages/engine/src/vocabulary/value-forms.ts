/** What texts are by their own form, and what those are usually called. */

/** Methods of HTTP and WebDAV. */
const METHODS = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE|PROPFIND|QUERY";
const METHOD = new RegExp(`^(?:${METHODS})$`);
const isMethod = (text: string): boolean => METHOD.test(text);

/** `GET /orders HTTP/1.1`: a word in capitals, and what is asked for by it. */
const REQUEST = new RegExp(
  `^(?:(?:${METHODS}) \\S+|[A-Z]{3,12} (?:[/*]|[a-z]+://)\\S*)(?: HTTP/[\\d.]+)?$|^[A-Z]{3,12} \\S(?:.*\\S)? HTTP/[\\d.]+$`,
);
export const isRequest = (text: string): boolean => REQUEST.test(text);

export const isProtocol = (text: string): boolean => /^HTTP\/\d(?:\.\d)?$/.test(text);

/** `00:11:22:aa:bb:cc` */
const isMac = (text: string): boolean => /^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$/i.test(text);

/** An address of IPv4 or IPv6; a clock is none, and a network card's neither. */
export const isIp = (text: string): boolean =>
  !isMac(text) && /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=.*:.*:)(?=.*(?:[a-fA-F]|::|:.*:.*:.*:))[\da-fA-F:.]+)$/.test(text);

const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** A time with its unit. */
const isDuration = (text: string): boolean => /^\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m)$/.test(text);

/** Endings of files of source code; for expressions. */
export const SOURCE_ENDINGS = "(?:go|py|java|kt|rs|c|cc|cpp|h|js|mjs|ts|rb|php|cs|scala|ex|erl|swift|pl|lua)";
const CALLER = new RegExp(`^[\\w./@-]+\\.${SOURCE_ENDINGS}:\\d+$`);
/** `orders/main.go:17`: a place in the source. */
export const isCaller = (text: string): boolean => CALLER.test(text);

/** The forms that tell what a text is wherever it stands. A number tells nothing. */
const NAMED: readonly (readonly [name: string, is: (text: string) => boolean])[] = [
  ["request", isRequest],
  ["method", isMethod],
  ["protocol", isProtocol],
  ["ip", isIp],
  ["mac", isMac],
  ["uuid", isUuid],
  ["email", (text) => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text)],
  ["url", (text) => /^https?:\/\//.test(text)],
  ["path", (text) => /^\/\S*$/.test(text)],
  ["duration", isDuration],
  ["tls_version", (text) => /^TLSv?\d/.test(text)],
  ["caller", isCaller],
];

/** What texts of this form are called; undefined: the form tells nothing. */
export const nameByForm = (text: string): string | undefined => NAMED.find(([, is]) => is(text))?.[0];

/** What nearly all of `texts` are called by their form. */
export function nameOfMost(texts: readonly string[], share: number): string | undefined {
  return NAMED.find(([, is]) => texts.length > 0 && texts.filter(is).length >= texts.length * share)?.[0];
}
