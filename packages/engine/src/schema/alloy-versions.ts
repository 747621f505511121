/**
 * What Alloy has, since when, and what of it Sluice does not run yet: the only such table. By component (under Alloy's name)
 * or stage, and block inside it, from Alloy's reference pages, its changelog and its configuration types. What is not here is
 * in every release from 1.9 to 1.21: a test compares the names, types and defaults with tables made of those sources.
 */
import { type AlloyVersion, compareAlloy } from "./alloy-target.ts";

export interface AlloyChange {
  readonly at: AlloyVersion;
  /** What holds since then. */
  readonly what: string;
  /** It shows only where the value is written and looks like this. */
  readonly where?: RegExp;
  /** It shows only where another block of the file has such a name. */
  readonly besides?: RegExp;
}

/** What Alloy takes only where its stability level allows it. */
export interface AlloyFlag {
  /** What `--stability.level` has to be. */
  readonly level: "experimental" | "public-preview";
  /** First release in which it is so; always, if absent. */
  readonly since?: AlloyVersion;
  /** First release in which it is not so any more. */
  readonly before?: AlloyVersion;
}

export interface AlloyHistory {
  /** First release with it. */
  readonly since?: AlloyVersion;
  /** Last release with it. */
  readonly until?: AlloyVersion;
  /** The first release with it is not known: it is not in `after`, and it is in `by`. */
  readonly between?: { readonly after?: AlloyVersion; readonly by: AlloyVersion };
  /** Where what it means changed. */
  readonly changed?: readonly AlloyChange[];
  /** In the order of the releases. */
  readonly flags?: readonly AlloyFlag[];
  /** Releases before these refuse a body without it. */
  readonly optional?: Pick<AlloyHistory, "since" | "between">;
  /** By a text that the argument may have. */
  readonly values?: Readonly<Record<string, AlloyHistory>>;
}

interface AlloyBody {
  /** Arguments and blocks that Sluice does not run yet. */
  readonly notRun?: readonly string[];
  /** Of the body itself: of a component, a stage or a block. */
  readonly own?: AlloyHistory;
  /** By argument or block. */
  readonly inside?: Readonly<Record<string, AlloyHistory>>;
}

const words = (text: string): readonly string[] => text.split(" ");
const since = (version: AlloyVersion): AlloyHistory => ({ since: version });
const between = (after: AlloyVersion, by: AlloyVersion): AlloyHistory => ({ between: { after, by } });
const by = (version: AlloyVersion): AlloyHistory => ({ between: { by: version } });
const optional = (history: AlloyHistory): AlloyHistory => ({ optional: history });
const changed = (at: AlloyVersion, what: string, where?: RegExp): AlloyHistory => ({
  changed: [where === undefined ? { at, what } : { at, what, where }],
});

const EXPERIMENTAL: AlloyFlag = { level: "experimental" };
/** Of releases before this one. */
const flaggedBefore = (before: AlloyVersion, level: AlloyFlag["level"]): AlloyHistory => ({
  flags: [{ level, before }],
});
const experimentalSince = (first: AlloyVersion): AlloyHistory => ({ since: first, flags: [EXPERIMENTAL] });

/** Names of what entries may have structured metadata from. */
const SETS_METADATA = /^(?:stage\.structured_metadata|(?:loki|logs)\.source\.(?:api|otlp|gelf)|otelcol\..*)$/;
const RULE: AlloyBody = { inside: { regex: changed("1.11", "`.` also matches newlines", /[^\\]\./) } };
const LISTEN: AlloyBody = { inside: { tls: since("1.12"), http2: between("1.9", "1.17") } };

/** What 1.14 does not have any more. */
const EARLIER_FILTER = words("allowlist enable_entropy include_generic partial_mask types");

/** By component or stage, and blocks inside it, with a blank between. */
export const ALLOY: Readonly<Record<string, AlloyBody>> = {
  "loki.source.api": { inside: { max_send_message_size: since("1.11") } },
  "loki.source.api http": LISTEN,
  "loki.source.file": { inside: { file_match: since("1.12"), on_positions_file_error: since("1.11.3") } },
  "loki.source.syslog listener": {
    inside: {
      raw_format_options: since("1.13"),
      rfc3164_cisco_components: experimentalSince("1.13"),
      syslog_format: { values: { raw: experimentalSince("1.13") } },
      rfc5424_allow_empty_msg: between("1.12", "1.17"),
      udp_queue_size: between("1.12", "1.17"),
      udp_host_cache_size: between("1.12", "1.17"),
    },
  },
  "loki.source.syslog listener tls_config": { notRun: words("server_name insecure_skip_verify") },
  "loki.source.journal": { inside: { legacy_position: since("1.11") } },
  "loki.enrich": {
    own: { flags: [EXPERIMENTAL] },
    inside: {
      target_to_log_match: between("1.19", "1.21"),
      target_match_label: optional(between("1.19", "1.21")),
    },
  },
  "loki.relabel rule": RULE,
  "loki.secretfilter": {
    notRun: EARLIER_FILTER,
    own: {
      flags: [
        { level: "experimental", before: "1.19" },
        { level: "public-preview", since: "1.19" },
      ],
    },
    inside: {
      drop_on_timeout: by("1.18"),
      processing_timeout: by("1.18"),
      rate: between("1.14", "1.18"),
      redact_percent: by("1.18"),
      label_timed_out: between("1.14", "1.21"),
      ...Object.fromEntries(EARLIER_FILTER.map((name) => [name, { until: "1.13" }])),
    },
  },
  "loki.write endpoint": {
    inside: {
      enable_http2: changed("1.12", "it has an effect", /true/),
      queue_config: { flags: [{ level: "experimental", since: "1.13" }] },
    },
  },
  "loki.write endpoint queue_config": {
    inside: { min_shards: since("1.13"), block_on_overflow: between("1.12", "1.14") },
  },
  "discovery.relabel rule": RULE,
  "pyroscope.enrich": { own: { ...between("1.11", "1.13"), flags: [EXPERIMENTAL] } },
  "pyroscope.relabel": { own: flaggedBefore("1.10", "public-preview") },
  "pyroscope.relabel rule": RULE,
  "pyroscope.receive_http": {
    own: flaggedBefore("1.10", "public-preview"),
    inside: { debug_info_upload_timeout: between("1.11", "1.19") },
  },
  "pyroscope.receive_http http": LISTEN,
  "pyroscope.write": { inside: { tracing: between("1.10", "1.12") } },
  "pyroscope.write endpoint": {
    inside: { retry_on_http_429: since("1.19"), debug_info_upload_timeout: between("1.11", "1.21") },
  },
  logging: {
    notRun: words("write_to rate_limiting"),
    inside: { destination: between("1.13", "1.21"), rate_limiting: by("1.21") },
  },
  "stage.json": { inside: { regex: since("1.17"), expressions: optional(since("1.17")) } },
  "stage.labels": { inside: { source_type: since("1.15") } },
  "stage.logfmt": { inside: { regex: since("1.17"), mapping: optional(since("1.17")) } },
  "stage.luhn": { inside: { delimiters: since("1.12"), skip_regex: since("1.19") } },
  "stage.match": {
    inside: {
      selector: changed(
        "1.11",
        "`.` also matches newlines in label matchers",
        // `.*` alone stands for any value.
        /[=!]~\s*(?:\\?"|`)(?!\.\*[\\"`])(?:[^"`]*[^"`\\])?\./,
      ),
    },
  },
  "stage.multiline": {
    own: changed("1.15", "no empty entry is sent"),
    inside: { trim_newlines: since("1.12") },
  },
  "stage.pattern": { own: since("1.11") },
  "stage.split_json": { own: since("1.19") },
  "stage.structured_metadata": {
    own: {
      changed: [{ at: "1.16", what: "what is there already is not added a second time", besides: SETS_METADATA }],
    },
    inside: { regex: since("1.12"), values: optional(since("1.12")) },
  },
  "stage.structured_metadata_drop": { own: since("1.12") },
  "stage.timestamp": { inside: { action_on_duplicate_timestamp: since("1.17") } },
  "stage.truncate": { own: since("1.12") },
  "stage.windowsevent": { own: flaggedBefore("1.12", "experimental") },
};

/** Functions of expressions. */
export const ALLOY_FUNCTIONS: Readonly<Record<string, AlloyHistory>> = {
  "array.combine_maps": { flags: [EXPERIMENTAL] },
  "array.group_by": experimentalSince("1.10"),
  "encoding.url_decode": since("1.11"),
  "encoding.url_encode": since("1.11"),
};

const bodyAt = (place: string): AlloyBody | undefined => (Object.hasOwn(ALLOY, place) ? ALLOY[place] : undefined);

/** Names that Alloy has at `place` and Sluice does not run yet. */
export const notRunAt = (place: string): readonly string[] => bodyAt(place)?.notRun ?? [];

/** Of the component, the stage or the block at `place`. */
export const historyOf = (place: string): AlloyHistory | undefined => bodyAt(place)?.own;

/** Of the argument or block `name` inside of `place`. */
export function historyInside(place: string, name: string): AlloyHistory | undefined {
  const inside = bodyAt(place)?.inside;
  return inside !== undefined && Object.hasOwn(inside, name) ? inside[name] : undefined;
}

/** Arguments that `version` requires at `place`, although later releases do not; `unknown` where nobody can tell. */
export function* requiredAt(
  place: string,
  version: AlloyVersion,
): Iterable<readonly [name: string, AlloyHistory, true | "unknown"]> {
  for (const [name, history] of Object.entries(bodyAt(place)?.inside ?? {})) {
    const isOptional = history.optional === undefined || isIn(history.optional, version);
    if (isOptional !== true) yield [name, history.optional!, isOptional === false ? true : "unknown"];
  }
}

/** Whether `version` has what has this history; `unknown` where nobody can tell. */
export function isIn(
  { since: first, until, between: range }: AlloyHistory,
  version: AlloyVersion,
): boolean | "unknown" {
  if (first !== undefined && compareAlloy(version, first) < 0) return false;
  if (until !== undefined && compareAlloy(version, until) > 0) return false;
  if (range === undefined || compareAlloy(version, range.by) >= 0) return true;
  return range.after !== undefined && compareAlloy(version, range.after) <= 0 ? false : "unknown";
}

/** What `--stability.level` has to be for it in `version`; undefined where it does not matter. */
export const flagOf = ({ flags = [] }: AlloyHistory, version: AlloyVersion): AlloyFlag["level"] | undefined =>
  flags.find(
    ({ since: first, before }) =>
      (first === undefined || compareAlloy(version, first) >= 0) &&
      (before === undefined || compareAlloy(version, before) < 0),
  )?.level;

function describeFlag({ level, since: first, before }: AlloyFlag): string {
  const when = [
    ...(first === undefined ? [] : [` since Alloy ${first}`]),
    ...(before === undefined ? [] : [` before Alloy ${before}`]),
  ];
  return `Alloy takes it only with \`--stability.level=${level}\`${when.join("")}.`;
}

/** What changed with it since the oldest known release, in sentences. */
export function describeHistory({
  since: first,
  until,
  between: range,
  changed: changes = [],
  flags = [],
  optional: free,
  values,
}: AlloyHistory): string[] {
  const sentences = [
    first === undefined ? [] : `In Alloy since ${first}.`,
    until === undefined ? [] : `In Alloy until ${until}.`,
    range === undefined ? [] : `In Alloy by ${range.by}.`,
    free?.since === undefined ? [] : `Required before Alloy ${free.since}.`,
    free?.between === undefined
      ? []
      : `Required until Alloy ${free.between.after}, and optional by ${free.between.by}.`,
    changes.map(({ at, what }) => `Since Alloy ${at} ${what}.`),
    flags.map(describeFlag),
    Object.entries(values ?? {}).map(([value, { since: from, flags: own = [] }]) => {
      const flag = own.map(({ level }) => `, only with \`--stability.level=${level}\``).join("");
      return `In Alloy since ${from}${flag}: \`${JSON.stringify(value)}\`.`;
    }),
  ];
  return sentences.flat();
}

/** What a name needs that `version` does not have, as a phrase; undefined where it has it, or nobody can tell. */
export function lackOf(history: AlloyHistory | undefined, version: AlloyVersion): string | undefined {
  if (history === undefined || isIn(history, version) !== false) return undefined;
  const { since: first, until, between: range } = history;
  return until !== undefined && compareAlloy(version, until) > 0
    ? `is not in Alloy after ${until}`
    : `needs Alloy ${first ?? range!.by}`;
}
