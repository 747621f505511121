/**
 * What Alloy has, since when, and what of it Sluice does not run yet: the only such table. By component (under Alloy's name)
 * or stage, and block inside it, the names of arguments and blocks, from its reference pages, its changelog and its
 * configuration types up to 1.21. Without a history, a name is known only to exist in 1.21.
 */

/** A release: `1.12`. */
export type AlloyVersion = `1.${number}`;

/** The release up to which the pages were read. */
export const NEWEST_ALLOY: AlloyVersion = "1.21";

export interface AlloyHistory {
  /** First release with it. */
  readonly since?: AlloyVersion | undefined;
  /** Last release with it. */
  readonly until?: AlloyVersion | undefined;
  /** Where what it means changed, and to what. */
  readonly changed?: readonly { readonly at: AlloyVersion; readonly what: string }[] | undefined;
}

export interface AlloyBody {
  /** Arguments and blocks that Sluice runs. */
  readonly runs: readonly string[];
  /** Those that it does not run yet. */
  readonly notRun: readonly string[];
  /** Of the body itself: of a component, a stage or a block. */
  readonly own: AlloyHistory;
  /** By argument or block, where it is known. */
  readonly history: Readonly<Record<string, AlloyHistory>>;
}

const words = (text: string): readonly string[] => text.split(" ").filter(Boolean);
const body = (
  runs: string,
  notRun = "",
  history: Readonly<Record<string, AlloyHistory>> = {},
  own: AlloyHistory = {},
): AlloyBody => ({ runs: words(runs), notRun: words(notRun), own, history });

const since = (version: AlloyVersion): AlloyHistory => ({ since: version });

const PROXY = "proxy_url no_proxy proxy_from_environment proxy_connect_header";
const CLIENT = `${PROXY} bearer_token bearer_token_file enable_http2 follow_redirects http_headers authorization basic_auth oauth2 tls_config`;
const CLIENT_TLS = body(
  "ca_pem ca_file cert_pem cert_file insecure_skip_verify key_file key_pem min_version server_name",
);
const OAUTH = body(`client_id client_secret client_secret_file endpoint_params scopes token_url tls_config ${PROXY}`);
const LISTEN = body(
  "listen_address listen_port conn_limit server_read_timeout server_write_timeout server_idle_timeout tls",
  "http2",
);
const SERVER_TLS = body(
  "cert_pem key_pem cert_file key_file client_auth_type client_ca_file client_ca cipher_suites min_version",
);
const RULE = body("source_labels separator regex modulus target_label replacement action", "", {
  regex: { changed: [{ at: "1.11", what: "`.` also matches newlines" }] },
});
const SEND =
  "url name remote_timeout min_backoff_period max_backoff_period max_backoff_retries retry_on_http_429 headers";

/** By component or stage, and blocks inside it, with a blank between. */
export const ALLOY: Readonly<Record<string, AlloyBody>> = {
  "loki.source.api": body(
    "forward_to labels relabel_rules use_incoming_timestamp max_send_message_size graceful_shutdown_timeout http",
    "grpc",
  ),
  "loki.source.api http": LISTEN,
  "loki.source.api http tls": SERVER_TLS,
  "loki.source.file": body(
    "targets forward_to encoding decompression file_watch file_match tail_from_end legacy_positions_file on_positions_file_error",
  ),
  "loki.source.file decompression": body("enabled initial_delay format"),
  "loki.source.file file_watch": body("min_poll_frequency max_poll_frequency"),
  "loki.source.file file_match": body("enabled sync_period ignore_older_than"),
  "loki.source.syslog": body("forward_to relabel_rules listener"),
  "loki.source.syslog listener": body(
    "address protocol idle_timeout label_structured_data labels use_incoming_timestamp use_rfc5424_message rfc3164_default_to_current_year max_message_length tls_config syslog_format raw_format_options rfc3164_cisco_components",
    "rfc5424_allow_empty_msg udp_queue_size udp_host_cache_size",
  ),
  "loki.source.syslog listener tls_config": body(
    "ca_pem ca_file cert_pem cert_file key_file key_pem min_version",
    "server_name insecure_skip_verify",
  ),
  "loki.source.syslog listener raw_format_options": body("use_null_terminator_delimiter"),
  "loki.source.syslog listener rfc3164_cisco_components": body(
    "enable_all message_counter sequence_number hostname second_fractions",
  ),
  "loki.source.docker": body(
    "host targets forward_to labels relabel_rules refresh_interval",
    "client http_client_config",
  ),
  "loki.source.gelf": body("forward_to listen_address use_incoming_timestamp relabel_rules"),
  "loki.source.journal": body("format_as_json max_age path relabel_rules matches forward_to labels", "legacy_position"),
  "loki.relabel": body("forward_to max_cache_size rule"),
  "loki.relabel rule": RULE,
  "loki.enrich": body("targets target_match_label logs_match_label labels_to_copy forward_to"),
  "loki.secretfilter": body(
    "forward_to drop_on_timeout gitleaks_config label_timed_out origin_label processing_timeout rate redact_percent redact_with",
    "allowlist enable_entropy include_generic partial_mask types",
    Object.fromEntries(
      words("allowlist enable_entropy include_generic partial_mask types").map((name) => [name, { until: "1.13" }]),
    ),
  ),
  "loki.write": body("external_labels max_streams endpoint", "wal"),
  "loki.write endpoint": body(`${SEND} ${CLIENT} batch_wait batch_size tenant_id queue_config`),
  "loki.write endpoint tls_config": CLIENT_TLS,
  "loki.write endpoint oauth2": OAUTH,
  "loki.write endpoint oauth2 tls_config": CLIENT_TLS,
  "loki.write endpoint authorization": body("type credentials credentials_file"),
  "loki.write endpoint basic_auth": body("username password password_file"),
  "loki.write endpoint queue_config": body("capacity drain_timeout min_shards block_on_overflow", "", {
    min_shards: since("1.13"),
  }),
  "discovery.docker": body(
    "host port host_networking_host match_first_network refresh_interval filter",
    "authorization basic_auth bearer_token bearer_token_file enable_http2 follow_redirects http_headers no_proxy oauth2 proxy_connect_header proxy_from_environment proxy_url tls_config",
  ),
  "discovery.docker filter": body("name values"),
  "discovery.file": body("files refresh_interval"),
  "discovery.relabel": body("targets rule"),
  "discovery.relabel rule": RULE,
  "local.file": body("filename detector poll_frequency is_secret"),
  "local.file_match": body("path_targets sync_period ignore_older_than"),
  "pyroscope.enrich": body("targets target_match_label profiles_match_label labels_to_copy forward_to"),
  "pyroscope.relabel": body("forward_to max_cache_size rule"),
  "pyroscope.relabel rule": RULE,
  "pyroscope.receive_http": body("forward_to http", "graceful_shutdown_timeout grpc debug_info_upload_timeout"),
  "pyroscope.receive_http http": LISTEN,
  "pyroscope.receive_http http tls": SERVER_TLS,
  "pyroscope.write": body("external_labels endpoint", "tracing"),
  "pyroscope.write endpoint": body(
    `${SEND} follow_redirects bearer_token bearer_token_file proxy_url basic_auth tls_config`,
    "authorization enable_http2 http_headers no_proxy oauth2 proxy_connect_header proxy_from_environment debug_info_upload_timeout",
    { retry_on_http_429: since("1.19") },
  ),
  "pyroscope.write endpoint tls_config": CLIENT_TLS,
  logging: body("level format destination", "write_to rate_limiting"),
  "stage.json": body("expressions source drop_malformed regex", "", { regex: since("1.17") }),
  "stage.labels": body("values source_type", "", { source_type: since("1.15") }),
  "stage.logfmt": body("mapping source regex", "", { regex: since("1.17") }),
  "stage.luhn": body("replacement source min_length delimiters skip_regex", "", { skip_regex: since("1.19") }),
  "stage.match": body("selector pipeline_name action drop_counter_reason", "", {
    selector: { changed: [{ at: "1.11", what: "`.` also matches newlines in label matchers" }] },
  }),
  "stage.multiline": body(
    "firstline max_lines max_wait_time trim_newlines",
    "",
    {},
    {
      changed: [{ at: "1.15", what: "no empty entry is sent" }],
    },
  ),
  "stage.structured_metadata": body(
    "values regex",
    "",
    { regex: since("1.12") },
    {
      changed: [{ at: "1.16", what: "what is there already is not added a second time" }],
    },
  ),
  "stage.structured_metadata_drop": body("values", "", {}, since("1.12")),
  "stage.timestamp": body(
    "source format fallback_formats location action_on_failure action_on_duplicate_timestamp",
    "",
    { action_on_duplicate_timestamp: since("1.17") },
  ),
  "stage.truncate": body("rule", "", {}, since("1.12")),
};

/** Names that Alloy has at `place` and Sluice does not run yet. */
export const notRunAt = (place: keyof typeof ALLOY & string): readonly string[] => ALLOY[place]!.notRun;
