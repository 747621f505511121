/** Names of the columns of tables that have no header: they are recognised by their number of columns and some of the values. */

export interface KnownTable {
  readonly names: readonly string[];
  /** Further columns may follow. */
  readonly open: boolean;
  /** By column: what its values look like. */
  readonly looks: Readonly<Record<number, RegExp>>;
}

const table = (names: string, looks: Readonly<Record<number, RegExp>>, open = false): KnownTable => ({
  names: names.split(" "),
  looks,
  open,
});

const KNOWN_TABLES: readonly KnownTable[] = [
  // VPC flow logs, version 2 and later
  table(
    "version account_id interface_id srcaddr dstaddr srcport dstport protocol packets bytes start end action log_status",
    { 0: /^[2-9]$/, 2: /^eni-|^-$/, 12: /^(?:ACCEPT|REJECT|-)$/ },
    true,
  ),
  // Load balancers of AWS
  table(
    "type time elb client target request_processing_time target_processing_time response_processing_time elb_status_code target_status_code received_bytes sent_bytes request user_agent ssl_cipher ssl_protocol target_group_arn trace_id domain_name chosen_cert_arn matched_rule_priority request_creation_time actions_executed redirect_url error_reason target_port_list target_status_code_list classification classification_reason conn_trace_id",
    { 0: /^(?:https?|h2|wss?|grpcs?)$/, 2: /^(?:app|net)\// },
    true,
  ),
  // HAProxy, HTTP and TCP, behind the client and the time
  table(
    "client time frontend backend/server time_request/time_queue/time_connect/time_response/time_total status bytes request_cookie response_cookie termination_state connections queues",
    { 3: /^[^/]+\/\S+$/, 4: /^[-+\d]+(?:\/[-+\d]+){4}$/, 11: /^\d+\/\d+$/ },
    true,
  ),
  table(
    "frontend backend/server time_request/time_queue/time_connect/time_response/time_total status bytes request_cookie response_cookie termination_state connections queues",
    { 1: /^[^/]+\/\S+$/, 2: /^[-+\d]+(?:\/[-+\d]+){4}$/, 9: /^\d+\/\d+$/ },
    true,
  ),
  table(
    "client time frontend backend/server time_queue/time_connect/time_total bytes termination_state connections queues",
    { 3: /^[^/]+\/\S+$/, 4: /^[-+\d]+(?:\/[-+\d]+){2}$/, 8: /^\d+\/\d+$/ },
    true,
  ),
  // PAN-OS, traffic
  table(
    "future_use receive_time serial type subtype config_version generated_time src_ip dst_ip nat_src_ip nat_dst_ip rule src_user dst_user app vsys from_zone to_zone inbound_if outbound_if log_action time_logged session_id repeat_count src_port dst_port nat_src_port nat_dst_port flags protocol action bytes bytes_sent bytes_received packets session_start elapsed category",
    { 3: /^(?:TRAFFIC|"TRAFFIC")$/, 6: /^\d{4}\/\d{2}\/\d{2} / },
    true,
  ),
  // PostgreSQL, csvlog
  table(
    "time user database pid connection_from session_id session_line command_tag session_start_time virtual_transaction_id transaction_id level sqlstate message detail hint internal_query internal_query_pos context query query_pos location application_name backend_type leader_pid query_id",
    { 3: /^\d+$/, 5: /^[\da-f]+\.[\da-f]+$/, 6: /^\d+$/, 11: /^[A-Z]+\d?$/, 12: /^[\dA-Z]{5}$/ },
    true,
  ),
  // Envoy, default
  table(
    "time request status response_flags bytes_received bytes_sent duration_ms upstream_ms forwarded_for user_agent request_id authority upstream_host",
    { 1: /^[A-Z]+ \S+/, 2: /^\d{1,3}$/, 10: /^(?:[\da-f-]{36}|-)$/ },
    true,
  ),
  // Traefik, common log
  table("remote_addr ident user time request status bytes referer user_agent requests router upstream_url duration", {
    4: /^[A-Z]+ \S+/,
    9: /^\d+$/,
    12: /^\d+ms$/,
  }),
  // CoreDNS, behind the client
  table("id type+class+query+proto+request_size+do+bufsize rcode flags size duration", {
    1: /^[A-Z\d]+ (?:IN|CH|HS|ANY) \S+ (?:udp|tcp) \d+ \w+ \d+$/,
    5: /^[\d.e-]+s$/,
  }),
  // Ingress of NGINX for Kubernetes, default
  table(
    "remote_addr ident user time request status bytes referer user_agent request_length request_time proxy_upstream_name proxy_alternative_upstream_name upstream_addr upstream_response_length upstream_response_time upstream_status request_id",
    { 9: /^\d+$/, 10: /^\d+\.\d{3}$/, 15: /^(?:[\d.]+|-)(?:, (?:[\d.]+|-))*$/, 17: /^[\da-f]{32}$/ },
  ),
  // Squid, native
  table("time elapsed_ms remote_addr cache_result/status bytes method url user hierarchy content_type", {
    3: /^[A-Z_]+\/\d{3}$/,
  }),
];

/** Names of as many columns as are known; undefined: the table is none that is known. `columns`: the texts of each. */
export function knownNames(columns: readonly (readonly string[])[]): readonly string[] | undefined {
  const found = KNOWN_TABLES.find(
    ({ names, open, looks }) =>
      (open ? columns.length >= Math.min(names.length, 12) : columns.length === names.length) &&
      Object.entries(looks).every(([at, look]) => {
        const values = columns[Number(at)] ?? [];
        return values.length > 0 && values.filter((value) => look.test(value)).length >= values.length * 0.9;
      }),
  );
  return found?.names.slice(0, columns.length);
}
