/**
 * Defaults of Alloy's components, by the path of the block (`loki.write/endpoint`), as expressions. An argument with its
 * default need not be written. Components that Sluice runs declare their own defaults; the table has the rest.
 */
import { COMPONENT_CATALOG } from "../../components/index.ts";
import type { Blocks, Fields } from "../../schema/field.ts";
import { kindOf } from "../../schema/value-kinds.ts";
import { STAGE_CATALOG } from "../../stages/index.ts";

type Defaults = Readonly<Record<string, string>>;

const HTTP_CLIENT: Defaults = {
  follow_redirects: "true",
  enable_http2: "true",
  bearer_token: '""',
  bearer_token_file: '""',
  proxy_url: '""',
  no_proxy: '""',
  proxy_from_environment: "false",
};
const TLS: Defaults = {
  ca_pem: '""',
  ca_file: '""',
  cert_pem: '""',
  cert_file: '""',
  key_pem: '""',
  key_file: '""',
  server_name: '""',
  insecure_skip_verify: "false",
  min_version: '""',
};
const BASIC_AUTH: Defaults = { username: '""', password: '""', password_file: '""' };
const AUTHORIZATION: Defaults = { type: '""', credentials: '""', credentials_file: '""' };
const OAUTH2: Defaults = {
  client_id: '""',
  client_secret: '""',
  client_secret_file: '""',
  token_url: '""',
  proxy_url: '""',
  no_proxy: '""',
  proxy_from_environment: "false",
};

/** Those of a block with the settings of an HTTP client in it. */
const withClient = (path: string, own: Defaults): [string, Defaults][] => [
  [path, { ...HTTP_CLIENT, ...own }],
  ...client(path),
];
const client = (path: string): [string, Defaults][] => [
  [`${path}/basic_auth`, BASIC_AUTH],
  [`${path}/authorization`, AUTHORIZATION],
  [`${path}/oauth2`, OAUTH2],
  [`${path}/oauth2/tls_config`, TLS],
  [`${path}/tls_config`, TLS],
];

const SERVER_HTTP: Defaults = {
  listen_address: '""',
  listen_port: "8080",
  conn_limit: "0",
  server_read_timeout: '"30s"',
  server_write_timeout: '"30s"',
  server_idle_timeout: '"2m0s"',
};
const SERVER_GRPC: Defaults = { listen_address: '""', listen_port: "0", conn_limit: "0" };
const server = (path: string): [string, Defaults][] => [
  [`${path}/http`, SERVER_HTTP],
  [`${path}/grpc`, SERVER_GRPC],
];

const RULE: Defaults = { separator: '";"', regex: '"(.*)"', modulus: "0", replacement: '"$1"', action: '"replace"' };

const NOT_RUN: ReadonlyMap<string, Defaults> = new Map<string, Defaults>([
  ...withClient("loki.write/endpoint", { name: '""' }),
  ["loki.write", { max_streams: "0" }],
  ["loki.source.file", { encoding: '""', legacy_positions_file: '""' }],
  ["loki.source.file/decompression", { enabled: "false", initial_delay: '"0s"' }],
  ["loki.source.file/file_match", { enabled: "false", sync_period: '"10s"' }],
  ["loki.source.journal", { format_as_json: "false", max_age: '"7h0m0s"', path: '""', matches: '""' }],
  ...server("loki.source.api"),
  [
    "loki.source.syslog/listener",
    {
      protocol: '"tcp"',
      idle_timeout: '"2m0s"',
      label_structured_data: "false",
      use_incoming_timestamp: "false",
      use_rfc5424_message: "false",
      max_message_length: "8192",
      syslog_format: '"rfc5424"',
    },
  ],
  ["loki.source.syslog/listener/tls_config", TLS],
  ["loki.source.gcplog/pull", { use_incoming_timestamp: "false", use_full_line: "false" }],
  ["loki.source.gcplog/push", { push_timeout: '"0s"', use_incoming_timestamp: "false", use_full_line: "false" }],
  ...server("loki.source.gcplog/push"),
  ["loki.source.heroku", { use_incoming_timestamp: "false" }],
  ...server("loki.source.heroku"),
  [
    "loki.source.windowsevent",
    {
      locale: "0",
      eventlog_name: '""',
      xpath_query: '"*"',
      legacy_bookmark_path: '""',
      bookmark_path: '""',
      poll_interval: '"3s"',
      exclude_event_data: "false",
      exclude_user_data: "false",
      exclude_event_message: "false",
      use_incoming_timestamp: "false",
    },
  ],
  [
    "loki.source.kafka",
    { group_id: '"promtail"', assignor: '"range"', version: '"2.2.1"', use_incoming_timestamp: "false" },
  ],
  ["loki.source.kafka/authentication", { type: '"none"' }],
  ["loki.source.kafka/authentication/tls_config", TLS],
  [
    "loki.source.kafka/authentication/sasl_config",
    { mechanism: '"PLAIN"', user: '""', password: '""', use_tls: "false" },
  ],
  ["loki.source.kafka/authentication/sasl_config/tls_config", TLS],
  [
    "loki.source.azure_event_hubs",
    { group_id: '"promtail"', use_incoming_timestamp: "false", disallow_custom_messages: "false", assignor: '"range"' },
  ],
  ["loki.source.gelf", { listen_address: '":12201"', use_incoming_timestamp: "false" }],
  ["loki.source.cloudflare", { workers: "3", pull_range: '"1m0s"', fields_type: '"default"' }],
  ["loki.source.docker", { refresh_interval: '"1m0s"' }],
  ...withClient("loki.source.docker/http_client_config", {}),
  ["discovery.relabel/rule", RULE],
  ["loki.relabel/rule", RULE],
  ["loki.relabel", { max_cache_size: "10000" }],
  ...withClient("discovery.azure", {
    environment: '"AzurePublicCloud"',
    port: "80",
    refresh_interval: '"5m0s"',
    subscription_id: '""',
    resource_group: '""',
  }),
  ["discovery.azure/oauth", { client_id: '""', tenant_id: '""', client_secret: '""' }],
  ["discovery.azure/managed_identity", { client_id: '""' }],
  ["discovery.azure/sdk", { tenant_id: '""' }],
  ...withClient("discovery.consul", {
    server: '"localhost:8500"',
    tag_separator: '","',
    scheme: '"http"',
    allow_stale: "true",
    refresh_interval: '"30s"',
    token: '""',
    datacenter: '""',
    namespace: '""',
    partition: '""',
    username: '""',
    password: '""',
  }),
  [
    "discovery.consulagent",
    {
      server: '"localhost:8500"',
      tag_separator: '","',
      scheme: '"http"',
      refresh_interval: '"30s"',
      token: '""',
      datacenter: '""',
      username: '""',
      password: '""',
    },
  ],
  ["discovery.consulagent/tls_config", TLS],
  ...withClient("discovery.digitalocean", { port: "80", refresh_interval: '"1m0s"' }),
  ...withClient("discovery.docker", { port: "80", host_networking_host: '"localhost"', refresh_interval: '"1m0s"' }),
  ...withClient("discovery.dockerswarm", { port: "80", refresh_interval: '"1m0s"' }),
  ["discovery.dns", { refresh_interval: '"30s"', type: '"SRV"', port: "0" }],
  ...withClient("discovery.ec2", {
    port: "80",
    refresh_interval: '"1m0s"',
    endpoint: '""',
    region: '""',
    access_key: '""',
    secret_key: '""',
    profile: '""',
    role_arn: '""',
  }),
  ["discovery.file", { refresh_interval: '"5m0s"' }],
  ["discovery.gce", { port: "80", tag_separator: '","', refresh_interval: '"1m0s"', filter: '""' }],
  ...withClient("discovery.kubernetes", { api_server: '""', kubeconfig_file: '""' }),
  ["discovery.kubernetes/namespaces", { own_namespace: "false" }],
  ["discovery.kubernetes/selectors", { label: '""', field: '""' }],
  ["discovery.kubernetes/attach_metadata", { node: "false", namespace: "false" }],
  ...withClient("discovery.marathon", { refresh_interval: '"30s"', auth_token: '""', auth_token_file: '""' }),
  ["discovery.nerve", { timeout: '"10s"' }],
  ["discovery.serverset", { timeout: '"10s"' }],
  [
    "discovery.openstack",
    {
      port: "80",
      refresh_interval: '"1m0s"',
      availability: '"public"',
      all_tenants: "false",
      identity_endpoint: '""',
      username: '""',
      userid: '""',
      password: '""',
      project_name: '""',
      project_id: '""',
      domain_name: '""',
      domain_id: '""',
      application_credential_name: '""',
      application_credential_id: '""',
      application_credential_secret: '""',
    },
  ],
  ["discovery.openstack/tls_config", TLS],
  ["discovery.triton", { role: '"container"', port: "9163", refresh_interval: '"1m0s"', version: "1" }],
  ["discovery.triton/tls_config", TLS],
]);

interface Spec {
  readonly fields: Fields;
  readonly blocks: Blocks;
}

/** The defaults of `spec` and of the blocks in it. */
function* defaultsOf(path: string, { fields, blocks }: Spec): Generator<[string, Defaults]> {
  const own = Object.entries(fields).flatMap(([name, { type, presence }]) =>
    presence.kind === "default" ? [[name, kindOf(type).print(presence.value, type)] as const] : [],
  );
  yield [path, Object.fromEntries(own)];
  for (const [name, block] of Object.entries(blocks)) yield* defaultsOf(`${path}/${name}`, block);
}

function collect(): ReadonlyMap<string, Defaults> {
  const all = new Map<string, Defaults>(NOT_RUN);
  const add = (path: string, spec: Spec) => {
    for (const [at, defaults] of defaultsOf(path, spec)) all.set(at, { ...all.get(at), ...defaults });
  };
  for (const [name, spec] of COMPONENT_CATALOG) if (name === spec.alias) add(name, spec);
  for (const spec of STAGE_CATALOG.values()) add(`stage.${spec.name}`, spec);
  return all;
}

let collected: ReadonlyMap<string, Defaults> | undefined;

/** The defaults of the arguments of the block at `path`; none of a block that is not known. */
export function alloyDefaults(path: string): Defaults {
  collected ??= collect();
  return collected.get(path) ?? {};
}
