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

export const KNOWN_TABLES: readonly KnownTable[] = [
  // VPC flow logs, version 2 and later
  table(
    "version account_id interface_id srcaddr dstaddr srcport dstport protocol packets bytes start end action log_status",
    { 0: /^[2-9]$/, 2: /^eni-|^-$/, 12: /^(?:ACCEPT|REJECT|-)$/ },
    true,
  ),
  // Load balancers of AWS
  table(
    "type time elb client target request_processing_time target_processing_time response_processing_time elb_status_code target_status_code received_bytes sent_bytes request user_agent ssl_cipher ssl_protocol target_group_arn trace_id domain_name chosen_cert_arn matched_rule_priority request_creation_time actions_executed redirect_url error_reason target_port_list target_status_code_list classification classification_reason",
    { 0: /^(?:https?|h2|wss?|grpcs?)$/, 2: /^(?:app|net)\// },
    true,
  ),
  // Squid, native
  table("time elapsed_ms remote_addr code_status bytes method url user hierarchy content_type", {
    3: /^[A-Z_]+\/\d{3}$/,
  }),
];
