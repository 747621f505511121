/** Every argument and block of Alloy's components is one of ours, or is named as one that does not run yet: none is unknown. */
import { expect, it } from "vitest";
import type { Blocks, Fields } from "../schema/field.ts";
import { COMPONENT_CATALOG } from "./index.ts";
import { CONFIG_BLOCKS } from "./logging-block.ts";

const PROXY = "proxy_url no_proxy proxy_from_environment proxy_connect_header";
const CLIENT = `${PROXY} bearer_token bearer_token_file enable_http2 follow_redirects http_headers authorization basic_auth oauth2 tls_config`;
const TLS = "ca_pem ca_file cert_pem cert_file insecure_skip_verify key_file key_pem min_version server_name";
const OAUTH = `client_id client_secret client_secret_file endpoint_params scopes token_url tls_config ${PROXY}`;
const HTTP =
  "listen_address listen_port conn_limit server_read_timeout server_write_timeout server_idle_timeout tls http2";
const SERVER_TLS =
  "cert_pem key_pem cert_file key_file client_auth_type client_ca_file client_ca cipher_suites min_version";
const RULE = "source_labels separator regex modulus target_label replacement action";
const SEND = `url name remote_timeout min_backoff_period max_backoff_period max_backoff_retries retry_on_http_429 headers ${CLIENT}`;

/** By component, and block inside it, the names that Alloy's documentation and its configuration types have. */
const NAMES: Readonly<Record<string, string>> = {
  "loki.source.api":
    "forward_to labels relabel_rules use_incoming_timestamp max_send_message_size graceful_shutdown_timeout http grpc",
  "loki.source.api http": HTTP,
  "loki.source.api http tls": SERVER_TLS,
  "loki.source.file":
    "targets forward_to encoding decompression file_watch file_match tail_from_end legacy_positions_file on_positions_file_error",
  "loki.source.file decompression": "enabled initial_delay format",
  "loki.source.file file_watch": "min_poll_frequency max_poll_frequency",
  "loki.source.file file_match": "enabled sync_period ignore_older_than",
  "loki.source.syslog": "forward_to relabel_rules listener",
  "loki.source.syslog listener":
    "address protocol idle_timeout label_structured_data labels use_incoming_timestamp use_rfc5424_message rfc3164_default_to_current_year max_message_length tls_config syslog_format raw_format_options rfc3164_cisco_components",
  "loki.source.syslog listener tls_config": TLS,
  "loki.source.syslog listener raw_format_options": "use_null_terminator_delimiter",
  "loki.source.syslog listener rfc3164_cisco_components":
    "enable_all message_counter sequence_number hostname second_fractions",
  "loki.source.docker": "host targets forward_to labels relabel_rules http_client_config client refresh_interval",
  "loki.source.journal": "format_as_json max_age path relabel_rules matches forward_to labels",
  "loki.relabel": "forward_to max_cache_size rule",
  "loki.relabel rule": RULE,
  "loki.write": "external_labels max_streams endpoint wal",
  "loki.write endpoint": `${SEND} batch_wait batch_size tenant_id queue_config`,
  "loki.write endpoint tls_config": TLS,
  "loki.write endpoint oauth2": OAUTH,
  "loki.write endpoint oauth2 tls_config": TLS,
  "loki.write endpoint authorization": "type credentials credentials_file",
  "loki.write endpoint basic_auth": "username password password_file",
  "loki.write endpoint queue_config": "capacity drain_timeout min_shards block_on_overflow",
  "discovery.docker": `host port host_networking_host match_first_network refresh_interval filter ${CLIENT}`,
  "discovery.docker filter": "name values",
  "discovery.file": "files refresh_interval",
  "discovery.relabel": "targets rule",
  "discovery.relabel rule": RULE,
  "local.file": "filename detector poll_frequency is_secret",
  "local.file_match": "path_targets sync_period ignore_older_than",
  "pyroscope.receive_http": "forward_to http grpc graceful_shutdown_timeout",
  "pyroscope.receive_http http": HTTP,
  "pyroscope.receive_http http tls": SERVER_TLS,
  "pyroscope.write": "external_labels endpoint",
  "pyroscope.write endpoint": SEND,
  "pyroscope.write endpoint tls_config": TLS,
  logging: "level format write_to destination rate_limiting",
};

interface Body {
  readonly fields: Fields;
  readonly blocks: Blocks;
  readonly notRun?: readonly string[] | undefined;
}

it.each(Object.entries(NAMES))("%s", (place, names) => {
  const [name, ...inside] = place.split(" ");
  let body: Body | undefined = name === "logging" ? CONFIG_BLOCKS.logging : COMPONENT_CATALOG.get(name!);
  for (const one of inside) body = body?.blocks[one];
  const { fields, blocks, notRun = [] } = body!;
  const known = new Set([...Object.keys(fields), ...Object.keys(blocks), ...notRun]);
  expect(names.split(" ").filter((one) => !known.has(one))).toEqual([]);
  // What runs is not named as what does not.
  expect(notRun.filter((one) => one in fields || one in blocks)).toEqual([]);
});
