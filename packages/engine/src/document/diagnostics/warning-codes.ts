/** The codes of warnings. */
import { LANGUAGES } from "../../schema/languages.ts";
import { LINT_CODES } from "../lint/codes.ts";

/** Of what works, and is probably not meant. */
export const DOUBT_CODES: ReadonlySet<string> = new Set([
  ...LINT_CODES,
  ...Object.keys(LANGUAGES).map((language) => `doubtful-${language}`),
]);

/** The codes that warnings about a configuration have, for those who name one: a test compares them with what is reported. */
export const WARNING_CODES: ReadonlySet<string> = new Set([
  "alloy-stability",
  "alloy-version",
  "argument-not-run",
  "block-ignored",
  "block-not-run",
  "buckets-not-rising",
  "component-not-run",
  "deprecated-stage",
  "docker-client",
  "endpoint-header",
  "endpoint-path",
  "endpoint-timeout",
  "endpoint-url",
  "enrich-match",
  "http2-without-tls",
  "field-mapped-twice",
  "max-distinct-labels-raised",
  "no-source",
  "no-time-to-retry",
  "nothing-to-add",
  "partial-line-size-zero",
  "pattern-taken-literally",
  "port-shared",
  "result-replaces-line",
  "sends-to-itself",
  "target-path",
  "times-without-year",
  "tls-plain",
  "unknown-reference",
  "unknown-value",
  "values-empty",
  "values-missing",
  "deprecated-argument",
  ...DOUBT_CODES,
]);
