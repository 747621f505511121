/**
 * What the values of the logs are, for those logs whose lines do not name them: each entry's values by their right names, as the
 * documentation of the format has them. Values that stand behind their names in the line need no other truth.
 */

/** The values of an entry by what they are; undefined: it is of a kind that has none. */
export type Meanings = (text: string) => Readonly<Record<string, string>> | undefined;

/** By the first of the expressions that fits. */
const by =
  (...expressions: readonly string[]): Meanings =>
  (text) => {
    for (const expression of expressions) {
      const groups = new RegExp(expression).exec(text)?.groups;
      if (groups !== undefined) return groups;
    }
    return undefined;
  };

/** By their order, between separators or blanks; quoted ones may hold these. */
const inOrder =
  (names: string, separator = "\\s"): Meanings =>
  (text) => {
    const values =
      text.match(new RegExp(`"(?:[^"]|"")*"|(?<=^|${separator})[^"${separator}]*(?=$|${separator})`, "g")) ?? [];
    const found = names.split(" ").map((name, i) => [name, (values[i] ?? "").replaceAll('"', "")] as const);
    // A request is three values.
    const [method, path, protocol] = found.find(([name]) => name === "request")?.[1].split(" ") ?? [];
    return { ...Object.fromEntries(found), ...(method && path && protocol ? { method, path, protocol } : {}) };
  };

const REQUEST = String.raw`"(?:(?<method>\S+) (?<path>\S+) (?<protocol>[^"]+)|[^"]*)"`;
const ACCESS = String.raw`(?<remote_addr>\S+) (?<ident>\S+) (?<user>\S+) \[[^\]]+\] ${REQUEST} (?<status>\d+) (?<bytes>\d+|-)`;
const COMBINED = String.raw`${ACCESS} "(?<referer>[^"]*)" "(?<user_agent>(?:[^"\\]|\\.)*)"`;
const SYSLOG = String.raw`^(?:<(?<priority>\d+)>)?[A-Z]\w\w [ \d]\d \S+ (?<host>\S+) (?<app>[^\s[:]+)(?:\[(?<pid>\d+)\])?:`;
const ISO_SYSLOG = String.raw`^\S+ (?<host>\S+) (?<app>[^\s[:]+)(?:\[(?<pid>\d+)\])?:`;
const KLOG = String.raw`[IWEF]\d{4} \S+ +(?<pid>\d+) (?<caller>[^\]]+)\]`;
const SPRING = String.raw` (?<pid>\d+) --- (?:\[(?<application>\w+)\] )?\[\s*(?<thread>[^\]]+)\] (?<logger>\S+)\s+:`;
const HAPROXY_CLIENT = String.raw`(?<client_address>(?<client>\S+):(?<client_port>\d+)) \[[^\]]+\] (?<frontend>\S+) (?<backend>[^/\s]+)/(?<server>\S+)`;
const HAPROXY_HTTP = String.raw`${HAPROXY_CLIENT} (?<time_request>-?\d+)/(?<time_queue>-?\d+)/(?<time_connect>-?\d+)/(?<time_response>-?\d+)/(?<time_total>\d+) (?<status>\d+) (?<bytes>\d+) (?<request_cookie>\S+) (?<response_cookie>\S+) (?<termination_state>\S+) (?<connections>\S+) (?<queues>\S+) .*${REQUEST}`;

const inDocker: Meanings = (text) => {
  const read: unknown = text.startsWith("{") ? JSON.parse(text) : undefined;
  return typeof read === "object" && read !== null && "log" in read ? by(COMBINED)(String(read.log)) : undefined;
};

/** What sentences say that more than one log has: all of these that fit. */
const SAID: readonly string[] = [
  String.raw`\b(?:for|by) (?:invalid user )?(?<user>[^\s"]+) from \S+ port`,
  String.raw`\((?<user>[\w.-]+)\) CMD \((?<cmd>.*)\)$`,
  String.raw`attempt (?<attempt>\d+)`,
  String.raw`\bin (?<duration_ms>\d+) ms\b`,
  String.raw`\bduration: (?<duration_ms>[\d.]+) ms\b`,
  String.raw`# User@Host: (?<user>[^\s[]+)\[[^\]]*\] @ (?<user_host>[^\s[]*) \[(?<user_ip>[^\]]*)\]`,
  String.raw`\b(?:in|after) (?<duration_seconds>[\d.]+) sec`,
  String.raw`\bin (?<duration>[\d.]+(?:ms|s))\b`,
  String.raw`Logged out after (?<duration_seconds>\d+) s`,
  String.raw`\b(?:returned|Completed|responded) (?<status>\d{3})\b`,
  `Started (?<method>[A-Z]+) "(?<path>[^"]+)"`,
  String.raw`request: "(?<method>[A-Z]+) (?<path>\S+) (?<protocol>[^"]+)"`,
  String.raw`src \w+:(?<src_ip>[\d.]+)/(?<src_port>\d+) dst \w+:(?<dst_ip>[\d.]+)/(?<dst_port>\d+)`,
  String.raw`from (?<src_ip>[\d.]+)/(?<src_port>\d+) to \w+:(?<dst_ip>[\d.]+)/(?<dst_port>\d+)`,
  String.raw`for \w+:(?<ip>[\d.]+)/(?<port>\d+)(?: \([\d./]+\))? to \w+:(?<to_ip>[\d.]+)/(?<to_port>\d+)`,
  String.raw`\([\d.]+/(?<port>\d+)\) to `,
  String.raw`\([\d.]+/(?<port>\d+)\)$`,
  String.raw`relay=(?<relay>[^\s[]+)\[(?<relay_ip>[^\]]+)\]:(?<relay_port>\d+)`,
  String.raw`client=(?<client>[^\s[]+)\[(?<client_ip>[^\]]+)\]`,
];

/** The meanings of the sentences in an entry. */
export const meaningsSaid = (text: string): readonly (readonly [meaning: string, value: string])[] =>
  SAID.flatMap((expression) => Object.entries(new RegExp(expression, "m").exec(text)?.groups ?? {}));

/** By the name of the log. */
export const MEANINGS: Readonly<Record<string, Meanings>> = {
  "nginx-combined": by(COMBINED),
  "nginx-upstream": by(COMBINED),
  "apache-common": by(ACCESS),
  "apache-vhost-combined": by(String.raw`^(?<vhost>[^\s:]+):(?<port>\d+) ${COMBINED}`),
  "apache-error": by(
    String.raw`\[(?<module>\w+):\w+\] \[pid (?<pid>\d+):tid (?<tid>\d+)\](?: \[client (?<client>[^\]]+):(?<port>\d+)\])?(?: (?<code>AH\d+):)?`,
  ),
  "nginx-error": by(String.raw`(?<pid>\d+)#(?<tid>\d+):(?: \*(?<connection>\d+))?`),
  "haproxy-http": by(HAPROXY_HTTP),
  "haproxy-http-syslog": by(`${SYSLOG} ${HAPROXY_HTTP}`),
  "haproxy-tcp": by(
    String.raw`${SYSLOG} ${HAPROXY_CLIENT} (?<time_queue>-?\d+)/(?<time_connect>-?\d+)/(?<time_total>\d+) (?<bytes>\d+) (?<termination_state>\S+) (?<connections>\S+) (?<queues>\S+)`,
  ),
  "traefik-clf": by(
    String.raw`${COMBINED} (?<requests>\d+) "(?<router>[^"]*)" "(?<upstream_url>[^"]*)" (?<duration>\d+ms)`,
  ),
  envoy: by(
    String.raw`${REQUEST} (?<status>\d+) (?<response_flags>\S+) (?<bytes_received>\d+) (?<bytes_sent>\d+) (?<duration_ms>\d+) (?<upstream_ms>\S+) "(?<forwarded_for>[^"]*)" "(?<user_agent>[^"]*)" "(?<request_id>[^"]*)" "(?<authority>[^"]*)" "(?<upstream_host>[^"]*)"`,
  ),
  "aws-alb": inOrder(
    "type time elb client target request_processing_time target_processing_time response_processing_time elb_status_code target_status_code received_bytes sent_bytes request user_agent ssl_cipher ssl_protocol target_group_arn trace_id domain_name chosen_cert_arn matched_rule_priority request_creation_time actions_executed redirect_url error_reason target_port_list target_status_code_list classification classification_reason",
  ),
  cloudfront: inOrder(
    "date time edge_location bytes remote_addr method distribution path status referer user_agent query cookie result_type request_id host scheme request_bytes duration forwarded_for tls_version cipher response_result_type protocol fle_status fle_fields client_port time_to_first_byte",
    "\\t",
  ),
  squid: by(
    String.raw`^\S+\s+(?<elapsed_ms>\d+) (?<remote_addr>\S+) (?<cache_result>[^/]+)/(?<status>\d+) (?<bytes>\d+) (?<method>\S+) (?<url>\S+) (?<user>\S+) (?<hierarchy>\S+) (?<content_type>\S+)`,
  ),
  "ingress-nginx": by(
    String.raw`${COMBINED} (?<request_length>\d+) (?<request_time>[\d.]+) \[(?<proxy_upstream_name>[^\]]*)\] \[[^\]]*\] (?<upstream_address>(?<upstream_addr>\S+):(?<upstream_port>\d+)) (?<upstream_response_length>\d+) (?<upstream_response_time>[\d.]+) (?<upstream_status>\d+) (?<request_id>\w+)`,
  ),
  postgres: by(String.raw` \[(?<pid>\d+)\] `),
  "postgres-rds": by(
    String.raw`UTC:(?<remote_addr>[^(]+)\((?<port>\d+)\):(?<user>[^@]+)@(?<database>[^:]+):\[(?<pid>\d+)\]`,
  ),
  "postgres-pgbadger": by(String.raw` \[(?<pid>\d+)\]: \[(?<line_number>\d+-\d+)\]`),
  "mysql-error": by(String.raw`^\S+ (?<thread>\d+) \[\w+\] \[(?<code>MY-\d+)\] \[(?<component>\w+)\]`),
  "mysql-slow": by(String.raw`# User@Host: (?<user_host>[^[]+)\[`),
  "mongodb-text": by(String.raw`^\S+ \w (?<component>\S+)\s+\[(?<connection>\w+)\]`),
  redis: by(String.raw`^(?<pid>\d+):(?<role>[A-Z]) `),
  "elasticsearch-text": by(String.raw`\]\[(?<logger>[^\]\s]+)\s*\] \[(?<node>[^\]]+)\]`),
  mariadb: by(String.raw`^\S+ +\S+ (?<thread>\d+) \[`),
  clickhouse: by(String.raw`^\S+ \S+ \[ (?<thread>\d+) \] \{(?<query_id>[^}]*)\} <\w+> (?<logger>[^:]+):`),
  log4j: by(String.raw`^\S+ \S+ \w+ +\[(?<thread>[^\]]+)\] (?<logger>\S+) - `),
  "spring-boot-2": by(SPRING),
  "spring-boot-3": by(SPRING),
  "dotnet-console": by(String.raw`^\w+: (?<logger>\S+)\[(?<event_id>\d+)\]`),
  kafka: by(String.raw`\[(?<component>[^\]]+)\] .*\((?<logger>[\w.]+)\)$`),
  jenkins: by(String.raw`\[id=(?<id>\d+)\]\s+\w+\s+(?<logger>[^:]+):`),
  keycloak: by(String.raw`\[(?<logger>[^\]]+)\] \((?<thread>[^)]+)\)`),
  tomcat: by(String.raw`\w+ \[(?<thread>[^\]]+)\] (?<logger>\S+) (?:.*directory \[(?<path>[^\]]+)\])?`),
  "zap-console": by(String.raw`\t(?<caller>\S+:\d+)\t`),
  "rust-tracing": by(String.raw`^\S+\s+\w+ (?<target>\S+?): `),
  "python-logging": by(String.raw` - (?<logger>\S+) - \w+ - `),
  django: by(String.raw`${REQUEST} (?<status>\d+) (?<bytes>\d+)`),
  gunicorn: by(COMBINED, String.raw`\[(?<pid>\d+)\] \[\w+\] `),
  uvicorn: by(
    String.raw`(?<client_address>(?<client>\S+):(?<client_port>\d+)) - ${REQUEST} (?<status>\d+) (?<reason>.*)`,
  ),
  rails: by(String.raw`#(?<pid>\d+)\] +\w+ -- : \[(?<request_id>[\w-]+)\]`),
  laravel: by(String.raw`\] (?<channel>\w+)\.`),
  "journalctl-short-iso": by(ISO_SYSLOG),
  "sshd-syslog": by(SYSLOG),
  "syslog-3164-pri": by(SYSLOG),
  "syslog-5424": by(
    String.raw`^<(?<priority>\d+)>1 \S+ (?<host>\S+) (?<app>\S+) (?<pid>\S+) (?<msgid>\S+) (?<structured_data>-|(?:\[(?:[^\]"\\]|"(?:[^"\\]|\\.)*")*\])+)`,
  ),
  "kernel-syslog": by(String.raw`${SYSLOG} \[\s*(?<uptime>[\d.]+)\]`),
  dmesg: by(String.raw`^\[\s*(?<uptime>[\d.]+)\]`),
  cron: by(SYSLOG),
  "windows-event-xml": by(`<Provider Name=.(?<provider>[^'"]+)`),
  coredns: by(
    String.raw`^\[\w+\] (?<client_address>(?<client>\S+):\d+) - (?<id>\d+) "(?<type>\w+) (?<class>\w+) (?<query>\S+) (?<proto>\S+) (?<request_size>\d+) (?<do>\w+) (?<bufsize>\d+)" (?<rcode>\w+) (?<flags>\S+) (?<size>\d+) (?<duration>[\d.]+s)`,
    String.raw`\] (?<component>plugin/errors): (?<id>\d+) (?<query>\S+) (?<type>\w+): read udp (?<local_address>\S+)->(?<server>\S+):`,
  ),
  "kubelet-klog": by(KLOG),
  "cri-klog": by(KLOG),
  "cri-spring-boot": by(SPRING),
  "docker-nginx": inDocker,
  "vpc-flow": inOrder(
    "version account_id interface_id srcaddr dstaddr srcport dstport protocol packets bytes start end action log_status",
  ),
  "palo-alto": inOrder(
    "future_use receive_time serial type subtype config_version generated_time src_ip dst_ip nat_src_ip nat_dst_ip rule src_user dst_user app vsys from_zone to_zone inbound_if outbound_if log_action time_logged session_id repeat_count src_port dst_port nat_src_port nat_dst_port flags protocol action bytes bytes_sent bytes_received packets start_time elapsed category",
    ",",
  ),
  "cisco-asa": by(
    String.raw`^<(?<priority>\d+)>\w+ +\d+ \d+ \S+ (?<host>\S+) : %(?<facility>\w+)-(?<severity>\d)-(?<code>\d+):`,
  ),
  fail2ban: by(String.raw`(?<logger>fail2ban\.\w+)\s+\[(?<pid>\d+)\]: \w+\s+\[(?<jail>[^\]]+)\]`),
  rabbitmq: by(String.raw`\[\w+\] (?<process><[\d.]+>)`),
  "vault-server": by(String.raw`\]\s+(?<logger>[\w.-]+): `),
  consul: by(String.raw`\]\s+(?<logger>[\w.-]+): `),
  postfix: by(`${SYSLOG}(?: (?<id>[0-9A-F]{10}):)?`),
  dovecot: by(String.raw`^\w+ [ \d]\d \S+ (?<app>[\w-]+): \w+: `),
  jellyfin: by(String.raw`\[\w+\] \[(?<thread>\d+)\] (?<logger>\S+): `),
  "home-assistant": by(String.raw`\((?<thread>\w+)\) \[(?<logger>[^\]]+)\]`),
  zookeeper: by(
    String.raw`\[(?<server>myid:\d+)\] - \w+ +\[(?<thread>[^\]]+)\] - .*?session (?<session>0x\w+)(?:, timeout of (?<timeout>\d+ms))?`,
  ),
  "compose-json": by(String.raw`^(?<container>\S+) \|`),
  "rsyslog-iso": by(ISO_SYSLOG),
  "syslog-json": by(ISO_SYSLOG),
  "heroku-router": by(String.raw`^\S+ (?<source>\w+)\[(?<process>[\w.]+)\]:`),
  "kubectl-logfmt": by(String.raw`^\[(?<pod>[^\]]+)\]`),
  "log4net-day-first": by(String.raw`\[(?<thread>\d+)\] \w+\s+(?<logger>\S+) - `),
  "windows-dhcp": inOrder(
    "event_id date time description remote_addr host mac user transaction_id qresult probation correlation dhcid vendor_class_hex vendor_class",
    ",",
  ),
  "java-util-logging": by(String.raw`[AP]M (?<logger>\S+) (?<function>\S+)\n`),
  "sql-server": by(String.raw`^\S+ \S+ (?<source>\w+) `),
  "lines-without-time": by(String.raw`^\S+ \S+ \w+ \[(?<thread>[^\]]+)\] (?<logger>\S+) - `),
  nagios: by(String.raw`\] (?<event>[A-Z ]+): (?<host>[^;]*)`),
};
