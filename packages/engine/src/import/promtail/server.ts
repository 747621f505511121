/** The settings of a server: Promtail's own, and those of sources that listen. */
import type { Block } from "./blocks.ts";
import { carry } from "./carry.ts";
import { bool, duration, int, raw, type Section, section, text, uint } from "./fields.ts";
import type { Reading } from "./reading.ts";

const serverTls = section("the server's TLS settings", {
  cert: text,
  key: text,
  client_ca: text,
  cert_file: text,
  key_file: text,
  client_auth_type: text,
  client_ca_file: text,
});

export const SERVER_FIELDS = {
  http_listen_network: text,
  http_listen_address: text,
  http_listen_port: int,
  http_listen_conn_limit: int,
  grpc_listen_network: text,
  grpc_listen_address: text,
  grpc_listen_port: int,
  grpc_listen_conn_limit: int,
  grpc_collect_max_streams_by_conn: bool,
  proxy_protocol_enabled: bool,
  tls_cipher_suites: text,
  tls_min_version: text,
  http_tls_config: serverTls,
  grpc_tls_config: serverTls,
  register_instrumentation: bool,
  report_grpc_codes_in_instrumentation_label_enabled: bool,
  graceful_shutdown_timeout: duration,
  http_server_read_timeout: duration,
  http_server_read_header_timeout: duration,
  http_server_write_timeout: duration,
  http_server_idle_timeout: duration,
  http_log_closed_connections_without_response_enabled: bool,
  grpc_server_max_recv_msg_size: int,
  grpc_server_max_send_msg_size: int,
  grpc_server_max_concurrent_streams: uint,
  grpc_server_max_connection_idle: duration,
  grpc_server_max_connection_age: duration,
  grpc_server_max_connection_age_grace: duration,
  grpc_server_keepalive_time: duration,
  grpc_server_keepalive_timeout: duration,
  grpc_server_min_time_between_pings: duration,
  grpc_server_ping_without_stream_allowed: bool,
  grpc_server_num_workers: int,
  grpc_server_stats_tracking_enabled: bool,
  grpc_server_recv_buffer_pools_enabled: bool,
  grpc_server_read_buffer_size: int,
  grpc_server_write_buffer_size: int,
  log_format: text,
  log_level: text,
  log_source_ips_enabled: bool,
  log_source_ips_full: bool,
  log_source_ips_header: text,
  log_source_ips_regex: text,
  log_request_headers: bool,
  log_request_at_info_level_enabled: bool,
  log_request_exclude_headers_list: text,
  trace_request_headers: bool,
  trace_request_exclude_headers_list: text,
  http_path_prefix: text,
  cluster_validation: raw,
  create_new_traces: bool,
  enable_open_metrics_text_created_samples: bool,
} as const;

export const listeningServer = section("server", SERVER_FIELDS);
export type ServerSection = Section<typeof SERVER_FIELDS>;

/** Keys of a source's server that Alloy refuses to carry over. */
const REFUSED = [
  "http_listen_network",
  "grpc_listen_network",
  "tls_cipher_suites",
  "tls_min_version",
  "register_instrumentation",
  "grpc_server_keepalive_time",
  "grpc_server_keepalive_timeout",
  "grpc_server_min_time_between_pings",
  "grpc_server_ping_without_stream_allowed",
  "log_format",
  "log_level",
  "log_source_ips_enabled",
  "log_source_ips_header",
  "log_source_ips_regex",
  "log_request_at_info_level_enabled",
  "http_path_prefix",
] as const;

const isZero = (value: unknown): boolean => value === "" || value === false || value === 0n;

/** Says what of a source's server has no counterpart. */
export function checkServer(server: ServerSection, reading: Reading): void {
  for (const key of REFUSED)
    if (server.has(key) && !isZero(server.get(key)))
      reading.error(
        "import-not-carried-over",
        `server.${key} is not carried over: Alloy has nothing like it`,
        server.place(key),
      );
  if (server.has("graceful_shutdown_timeout") && server.get("graceful_shutdown_timeout") !== 0n)
    reading.error(
      "import-not-carried-over",
      "server.graceful_shutdown_timeout: Alloy's own converter refuses it; it is carried over here",
      server.place("graceful_shutdown_timeout"),
    );
}

/** The server as the blocks `http` and `grpc` of `block`, where anything of them is given. */
export function carryServer(server: ServerSection, block: Block, reading: Reading): void {
  const http = block.block("http", server.node);
  carry(
    server,
    [
      ["http_listen_address", "listen_address"],
      ["http_listen_port", "listen_port"],
      ["http_listen_conn_limit", "conn_limit"],
      ["http_server_read_timeout", "server_read_timeout"],
      ["http_server_write_timeout", "server_write_timeout"],
      ["http_server_idle_timeout", "server_idle_timeout"],
    ],
    http,
    reading,
  );
  carryServerTls(server, "http_tls_config", http, reading);
  const grpc = block.block("grpc", server.node);
  carry(
    server,
    [
      ["grpc_listen_address", "listen_address"],
      ["grpc_listen_port", "listen_port"],
      ["grpc_listen_conn_limit", "conn_limit"],
      ["grpc_server_max_connection_age", "max_connection_age"],
      ["grpc_server_max_connection_age_grace", "max_connection_age_grace"],
      ["grpc_server_max_connection_idle", "max_connection_idle"],
      ["grpc_server_max_recv_msg_size", "server_max_recv_msg_size"],
      ["grpc_server_max_send_msg_size", "server_max_send_msg_size"],
      ["grpc_server_max_concurrent_streams", "server_max_concurrent_streams"],
    ],
    grpc,
    reading,
  );
  carryServerTls(server, "grpc_tls_config", grpc, reading);
  for (const inner of [http, grpc]) if (inner.isEmpty) block.remove(inner);
  carry(server, ["graceful_shutdown_timeout"], block, reading);
}

function carryServerTls(
  server: ServerSection,
  key: "http_tls_config" | "grpc_tls_config",
  block: Block,
  reading: Reading,
): void {
  const tls = server.get(key);
  if (tls.get("cert") === "" && tls.get("cert_file") === "") return;
  carry(
    tls,
    [
      ["cert", "cert_pem"],
      ["key", "key_pem"],
      "client_ca",
      "cert_file",
      "key_file",
      "client_auth_type",
      "client_ca_file",
    ],
    block.block("tls", tls.node),
    reading,
  );
}
