/** Service discovery of clouds. */
import { carry, type Names, refuseKeys } from "../carry.ts";
import { bool, choice, int, list, prometheusDuration, text } from "../fields.ts";
import { CLIENT_FIELDS, carryProxy, carryTls, tls } from "../http-client.ts";
import { carryFilters, client, describe, filters, ownTls } from "./describe-discovery.ts";

const AZURE_METHODS = ["OAuth", "ManagedIdentity", "SDK", "WorkloadIdentity"];

export const azure = describe("azure", {
  fields: {
    environment: text,
    port: int,
    subscription_id: text,
    tenant_id: text,
    client_id: text,
    client_secret: text,
    refresh_interval: prometheusDuration,
    authentication_method: choice("authentication_method", AZURE_METHODS),
    resource_group: text,
    ...CLIENT_FIELDS,
  },
  names: [
    "environment",
    "port",
    "subscription_id",
    "refresh_interval",
    "resource_group",
    "follow_redirects",
    "enable_http2",
  ],
  required: ["subscription_id"],
  more(config, block, reading) {
    const method = config.get("authentication_method");
    const own: Readonly<Record<string, readonly [string, Names<typeof config.fields>]>> = {
      ManagedIdentity: ["managed_identity", ["client_id"]],
      SDK: ["sdk", ["tenant_id"]],
      WorkloadIdentity: ["workload_identity", []],
    };
    const [name, names] = own[method] ?? ["oauth", ["client_id", "tenant_id", "client_secret"] as const];
    if (name === "oauth")
      for (const key of ["tenant_id", "client_id", "client_secret"] as const)
        if (config.get(key) === "")
          reading.error("import-value", `azure_sd_configs needs ${key}`, config.place(key) ?? config.node);
    carry(config, names, block.block(name, config.node), reading);
    const settings = config;
    carryProxy(settings, block, reading);
    carryTls(settings.get("tls_config"), block, reading);
    refuseKeys(settings, "azure_sd_configs", reading, [
      "basic_auth",
      "authorization",
      "oauth2",
      "bearer_token",
      "bearer_token_file",
      "http_headers",
    ]);
  },
});

export const digitalocean = describe("digitalocean", {
  fields: { refresh_interval: prometheusDuration, port: int, ...CLIENT_FIELDS },
  names: ["refresh_interval", "port", "bearer_token", "bearer_token_file", "follow_redirects", "enable_http2"],
  more(config, block, reading) {
    carryProxy(config, block, reading);
    for (const key of ["basic_auth", "authorization", "oauth2", "tls_config"] as const)
      if (config.has(key))
        reading.error(
          "import-not-carried-over",
          `digitalocean_sd_configs.${key} is not carried over: Alloy has nothing like it`,
          config.place(key),
        );
    for (const key of ["bearer_token", "bearer_token_file"] as const)
      if (config.has(key))
        reading.error(
          "import-kept",
          `digitalocean_sd_configs.${key} is kept; Alloy's own converter refuses it`,
          config.place(key),
        );
    refuseKeys(config, "digitalocean_sd_configs", reading, ["http_headers"]);
  },
});

export const ec2 = describe("ec2", {
  fields: {
    endpoint: text,
    region: text,
    access_key: text,
    secret_key: text,
    profile: text,
    role_arn: text,
    external_id: text,
    refresh_interval: prometheusDuration,
    port: int,
    filters,
    ...CLIENT_FIELDS,
  },
  names: ["endpoint", "region", "access_key", "secret_key", "profile", "role_arn", "refresh_interval", "port"],
  more(config, block, reading) {
    for (const filter of config.get("filters"))
      if (filter.get("values").length === 0)
        reading.error("import-value", "a filter of ec2_sd_configs needs values", filter.node);
    carryFilters(config, block);
    client(config, block, reading);
    refuseKeys(config, "ec2_sd_configs", reading, ["external_id"]);
  },
});

export const gce = describe("gce", {
  fields: {
    project: text,
    zone: text,
    filter: text,
    refresh_interval: prometheusDuration,
    port: int,
    tag_separator: text,
  },
  names: ["project", "zone", "filter", "refresh_interval", "port", "tag_separator"],
  required: ["project", "zone"],
});

export const openstack = describe("openstack", {
  fields: {
    identity_endpoint: text,
    username: text,
    userid: text,
    password: text,
    project_name: text,
    project_id: text,
    domain_name: text,
    domain_id: text,
    application_credential_name: text,
    application_credential_id: text,
    application_credential_secret: text,
    role: choice("role", ["instance", "hypervisor", "loadbalancer"]),
    region: text,
    refresh_interval: prometheusDuration,
    port: int,
    all_tenants: bool,
    tls_config: tls,
    availability: choice("availability", ["public", "internal", "admin"]),
  },
  names: [
    "identity_endpoint",
    "username",
    "userid",
    "password",
    "project_name",
    "project_id",
    "domain_name",
    "domain_id",
    "application_credential_name",
    "application_credential_id",
    "application_credential_secret",
    "role",
    "region",
    "refresh_interval",
    "port",
    "all_tenants",
    "availability",
  ],
  required: ["role", "region"],
  more: (config, block, reading) => ownTls(config, block, reading),
});

export const triton = describe("triton", {
  fields: {
    account: text,
    role: choice("role", ["container", "cn"]),
    dns_suffix: text,
    endpoint: text,
    groups: list(text),
    port: int,
    refresh_interval: prometheusDuration,
    version: int,
    tls_config: tls,
  },
  names: ["account", "role", "dns_suffix", "endpoint", "groups", "port", "refresh_interval", "version"],
  required: ["account", "dns_suffix", "endpoint"],
  more: (config, block, reading) => ownTls(config, block, reading),
});
