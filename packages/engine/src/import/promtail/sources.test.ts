/** Each source and each kind of service discovery as its equivalent component. */
import { describe, expect, it } from "vitest";
import { importPromtail } from "./index.ts";

/** The block of a component in the configuration of a job with `settings`, without indentation. */
function blockOf(settings: string, name: string): string {
  const { text } = importPromtail(`scrape_configs: [{job_name: j, ${settings}}]`);
  const found =
    new RegExp(`^${name.replaceAll(".", "\\.")} "j" \\{\\n([\\s\\S]*?)^\\}`, "m").exec(text)?.[1] ?? "nothing";
  return found
    .split("\n")
    .map((line) => line.trim().replace(/ +=/, " ="))
    .filter((line) => line !== "")
    .join("; ");
}

describe("sources", () => {
  it.each([
    [
      "journal",
      "journal: {max_age: 12h, json: true, path: /p, labels: {a: b}}",
      "loki.source.journal",
      'format_as_json = true; path = "/p"; labels = {; a = "b",; }; max_age = "12h0m0s"; forward_to = []',
    ],
    [
      "syslog",
      "syslog: {listen_address: ':1', listen_protocol: udp, syslog_format: rfc3164, use_rfc5424_message: true, tls_config: {ca_file: /c}}",
      "loki.source.syslog",
      'forward_to = []; listener {; address = ":1"; protocol = "udp"; syslog_format = "rfc3164"; use_rfc5424_message = true; tls_config {; ca_file = "/c"; }; }',
    ],
    [
      "gcplog, pulled",
      "gcplog: {project_id: p, subscription: s, use_full_line: true}",
      "loki.source.gcplog",
      'forward_to = []; pull {; project_id = "p"; subscription = "s"; use_full_line = true; }',
    ],
    [
      "gcplog, pushed",
      "gcplog: {subscription_type: push, server: {http_listen_port: 1, grpc_server_max_recv_msg_size: 5}}",
      "loki.source.gcplog",
      "forward_to = []; push {; http {; listen_port = 1; }; grpc {; server_max_recv_msg_size = 5; }; }",
    ],
    [
      "the push API",
      "loki_push_api: {server: {http_listen_port: 1, http_tls_config: {cert_file: /c, key_file: /k, client_ca: x}}, max_send_msg_size: 1048576}",
      "loki.source.api",
      'max_send_message_size = "1MiB"; forward_to = []; http {; listen_port = 1; tls {; client_ca = "x"; cert_file = "/c"; key_file = "/k"; }; }',
    ],
    [
      "Heroku",
      "heroku_drain: {server: {http_listen_address: h}, use_incoming_timestamp: true}",
      "loki.source.heroku",
      'use_incoming_timestamp = true; forward_to = []; http {; listen_address = "h"; }',
    ],
    [
      "Windows",
      "windows_events: {locale: 1033, eventlog_name: A, bookmark_path: b, poll_interval: 5s, exclude_user_data: true}",
      "loki.source.windowsevent",
      'locale = 1033; eventlog_name = "A"; legacy_bookmark_path = "b"; poll_interval = "5s"; exclude_user_data = true; forward_to = []',
    ],
    [
      "Kafka",
      "kafka: {brokers: [b], topics: [t], group_id: g, authentication: {type: sasl, sasl_config: {mechanism: SCRAM-SHA-512, user: u, password: p, use_tls: true, ca_file: /c}}}",
      "loki.source.kafka",
      'brokers = ["b"]; topics = ["t"]; group_id = "g"; forward_to = []; authentication {; type = "sasl"; sasl_config {; mechanism = "SCRAM-SHA-512"; user = "u"; password = "p"; use_tls = true; tls_config {; ca_file = "/c"; }; }; }',
    ],
    [
      "Azure's event hubs",
      "azure_event_hubs: {fully_qualified_namespace: n, event_hubs: [h], connection_string: c}",
      "loki.source.azure_event_hubs",
      'fully_qualified_namespace = "n"; event_hubs = ["h"]; forward_to = []; authentication {; mechanism = "connection_string"; connection_string = "c"; }',
    ],
    [
      "GELF",
      "gelf: {listen_address: ':1', use_incoming_timestamp: yes}",
      "loki.source.gelf",
      'listen_address = ":1"; use_incoming_timestamp = true; forward_to = []',
    ],
    [
      "Cloudflare",
      "cloudflare: {api_token: t, zone_id: z, workers: 5, pull_range: 5m, fields_type: all}",
      "loki.source.cloudflare",
      'api_token = "t"; zone_id = "z"; workers = 5; pull_range = "5m0s"; fields_type = "all"; forward_to = []',
    ],
    [
      "containers",
      "docker_sd_configs: [{host: 'unix:///d', refresh_interval: 5s}]",
      "loki.source.docker",
      'host = "unix:///d"; targets = discovery.docker.j.targets; forward_to = []; refresh_interval = "5s"',
    ],
  ])("%s", (_, settings, name, expected) => {
    expect(blockOf(settings, name)).toBe(expected);
  });

  it("a listener of an unknown format is left out", () => {
    const { text, ok } = importPromtail("scrape_configs: [{job_name: j, syslog: {syslog_format: x}}]");
    expect({ text, ok }).toEqual({ text: "", ok: false });
  });
});

describe("service discovery", () => {
  it.each([
    [
      "azure",
      "subscription_id: s, tenant_id: t, client_id: c, client_secret: x",
      'subscription_id = "s"; oauth {; client_id = "c"; tenant_id = "t"; client_secret = "x"; }',
    ],
    [
      "azure",
      "subscription_id: s, authentication_method: ManagedIdentity, client_id: c",
      'subscription_id = "s"; managed_identity {; client_id = "c"; }',
    ],
    [
      "consul",
      "server: 'c:1', services: [a], allow_stale: false, username: u, password: p",
      'server = "c:1"; username = "u"; password = "p"; allow_stale = false; services = ["a"]',
    ],
    [
      "consulagent",
      "server: 'c:1', tags: [a], refresh_interval: 5s",
      'server = "c:1"; refresh_interval = "5s"; tags = ["a"]',
    ],
    ["digitalocean", "port: 81", "port = 81"],
    ["docker", "host: h, filters: [{name: n, values: [v]}]", 'host = "h"; filter {; name = "n"; values = ["v"]; }'],
    ["dockerswarm", "host: h, role: tasks, port: 81", 'host = "h"; role = "tasks"; port = 81'],
    ["dns", "names: [a], type: A, port: 1", 'names = ["a"]; type = "A"; port = 1'],
    ["ec2", "region: r, access_key: a, secret_key: s", 'region = "r"; access_key = "a"; secret_key = "s"'],
    ["file", "files: [a.yml]", 'files = ["a.yml"]'],
    ["gce", "project: p, zone: z, tag_separator: ';'", 'project = "p"; zone = "z"; tag_separator = ";"'],
    [
      "kubernetes",
      "role: node, kubeconfig_file: /k, attach_metadata: {node: true}",
      'role = "node"; kubeconfig_file = "/k"; attach_metadata {; node = true; }',
    ],
    ["marathon", "servers: [a], auth_token: t", 'servers = ["a"]; auth_token = "t"'],
    ["nerve", "servers: [a], paths: [/p], timeout: 5s", 'servers = ["a"]; paths = ["/p"]; timeout = "5s"'],
    [
      "openstack",
      "role: instance, region: r, availability: internal",
      'role = "instance"; region = "r"; availability = "internal"',
    ],
    ["serverset", "servers: [a], paths: [/p]", 'servers = ["a"]; paths = ["/p"]'],
    [
      "triton",
      "account: a, dns_suffix: d, endpoint: e, role: cn",
      'account = "a"; role = "cn"; dns_suffix = "d"; endpoint = "e"',
    ],
  ])("%s: %s", (kind, settings, expected) => {
    const yaml = `${kind}_sd_configs: [{${settings}}]`;
    expect(importPromtail(`scrape_configs: [{job_name: j, ${yaml}}]`).diagnostics).toEqual([]);
    expect(blockOf(yaml, `discovery.${kind}`)).toBe(expected);
  });

  it("joins what is discovered with static targets, in the original's order", () => {
    expect(
      blockOf(
        "consulagent_sd_configs: [{}], static_configs: [{targets: [a]}], file_sd_configs: [{files: [a.yml]}, {files: [b.yml]}]",
        "loki.source.file",
      ),
    ).toContain(
      'targets = array.concat(; discovery.file.j.targets,; discovery.file.j_2.targets,; [{; __address__ = "a",; }],; discovery.consulagent.j.targets,; )',
    );
  });

  it.each([
    ["file_sd_configs: [{}]", "file_sd_configs needs files"],
    ["file_sd_configs: [{files: [a.txt]}]", '"a.txt" is not a path of a .json or .yaml file'],
    ["kubernetes_sd_configs: [{}]", "kubernetes_sd_configs needs role"],
    ["kubernetes_sd_configs: [{role: pods}]", "role is one of node, pod, service, endpoints, endpointslice, ingress"],
    ["dns_sd_configs: [{names: [a], type: A}]", "dns_sd_configs needs a port for the type A"],
    [
      "docker_sd_configs: [{host: h, basic_auth: {username: u}, bearer_token: x}]",
      "give one of basic_auth, authorization, oauth2 and bearer_token",
    ],
    ["marathon_sd_configs: [{servers: [a], no_proxy: b}]", "no_proxy needs proxy_url"],
    ["consul_sd_configs: [{token: a, authorization: {credentials: b}}]", "give one of token, authorization and oauth2"],
  ])("refuses %s", (settings, message) => {
    const { diagnostics } = importPromtail(`scrape_configs: [{job_name: j, ${settings}}]`);
    expect(diagnostics.map((one) => one.message)).toContain(message);
  });
});
