/** Sources of targets: each kind of service discovery, and the equivalent component. */
import type { Block } from "../blocks.ts";
import { refuseKeys } from "../carry.ts";
import { bool, choice, type Fields, int, list, prometheusDuration, type Section, text, textMap } from "../fields.ts";
import { CLIENT_FIELDS, tls } from "../http-client.ts";
import type { Reading } from "../reading.ts";
import { carryFilters, client, type Discovery, describe, filters, ownTls } from "./describe-discovery.ts";
import { azure, digitalocean, ec2, gce, openstack, triton } from "./discovery-clouds.ts";
import { kubernetes } from "./discovery-kubernetes.ts";

/** In the order in which the original looks at them. */
export const DISCOVERIES: readonly Discovery[] = [
  azure,
  describe("consul", {
    fields: {
      server: text,
      path_prefix: text,
      token: text,
      datacenter: text,
      namespace: text,
      partition: text,
      tag_separator: text,
      scheme: text,
      username: text,
      password: text,
      allow_stale: bool,
      services: list(text),
      tags: list(text),
      filter: text,
      node_meta: textMap,
      refresh_interval: prometheusDuration,
      ...CLIENT_FIELDS,
    },
    names: [
      "server",
      "token",
      "datacenter",
      "namespace",
      "partition",
      "tag_separator",
      "scheme",
      "username",
      "password",
      "allow_stale",
      "services",
      "tags",
      "node_meta",
      "refresh_interval",
    ],
    more(config, block, reading) {
      if (config.has("server") && config.get("server").trim() === "")
        reading.error("import-value", "consul_sd_configs needs a server", config.place("server"));
      if ((config.get("username") !== "" || config.get("password") !== "") && config.has("basic_auth"))
        reading.error("import-value", "give one of username with password and basic_auth", config.place("basic_auth"));
      if (config.get("token") !== "" && (config.has("authorization") || config.has("oauth2")))
        reading.error("import-value", "give one of token, authorization and oauth2", config.place("token"));
      client(config, block, reading);
      refuseKeys(config, "consul_sd_configs", reading, ["path_prefix", "filter"]);
    },
  }),
  digitalocean,
  describe("dockerswarm", {
    fields: {
      host: text,
      role: choice("role", ["services", "nodes", "tasks"]),
      port: int,
      filters,
      refresh_interval: prometheusDuration,
      ...CLIENT_FIELDS,
    },
    names: ["host", "role", "port", "refresh_interval"],
    required: ["host", "role"],
    more(config, block, reading) {
      carryFilters(config, block);
      client(config, block, reading);
    },
  }),
  describe("dns", {
    fields: { names: list(text), refresh_interval: prometheusDuration, type: text, port: int },
    names: ["names", "refresh_interval", "type", "port"],
    required: ["names"],
    more(config, _block, reading) {
      const type = config.has("type") ? config.get("type").toUpperCase() : "SRV";
      if (!["SRV", "A", "AAAA", "MX", "NS"].includes(type))
        reading.error("import-value", "type is one of SRV, A, AAAA, MX, NS", config.place("type"));
      else if (type !== "SRV" && config.get("port") === 0n)
        reading.error("import-value", `dns_sd_configs needs a port for the type ${type}`, config.place("type"));
    },
  }),
  ec2,
  describe("file", {
    fields: { files: list(text), refresh_interval: prometheusDuration },
    names: ["files", "refresh_interval"],
    required: ["files"],
    more(config, _block, reading) {
      for (const path of config.get("files"))
        if (!/^[^*]*(\*[^/]*)?\.(json|yml|yaml|JSON|YML|YAML)$/.test(path))
          reading.error(
            "import-value",
            `${JSON.stringify(path)} is not a path of a .json or .yaml file`,
            config.place("files"),
          );
    },
  }),
  gce,
  kubernetes,
  describe("marathon", {
    fields: {
      servers: list(text),
      auth_token: text,
      auth_token_file: text,
      refresh_interval: prometheusDuration,
      ...CLIENT_FIELDS,
    },
    names: ["servers", "auth_token", "auth_token_file", "refresh_interval"],
    required: ["servers"],
    more(config, block, reading) {
      if (config.get("auth_token") !== "" && config.get("auth_token_file") !== "")
        reading.error("import-value", "give one of auth_token and auth_token_file", config.place("auth_token_file"));
      client(config, block, reading);
    },
  }),
  describe("nerve", zookeeper()),
  openstack,
  describe("serverset", zookeeper()),
  triton,
];

function zookeeper() {
  const fields = { servers: list(text), paths: list(text), timeout: prometheusDuration };
  return {
    fields,
    names: ["servers", "paths", "timeout"] as const,
    required: ["servers", "paths"] as const,
    more(config: Section<typeof fields>, _block: Block, reading: Reading) {
      for (const path of config.get("paths"))
        if (!path.startsWith("/")) reading.error("import-value", "a path begins with /", config.place("paths"));
    },
  };
}

// ---- What only Promtail has, or has elsewhere ----

export const consulAgent = describe("consulagent", {
  fields: {
    server: text,
    token: text,
    datacenter: text,
    tag_separator: text,
    scheme: text,
    username: text,
    password: text,
    allow_stale: bool,
    refresh_interval: prometheusDuration,
    services: list(text),
    tags: list(text),
    node_meta: textMap,
    tls_config: tls,
  },
  names: [
    "server",
    "token",
    "datacenter",
    "tag_separator",
    "scheme",
    "username",
    "password",
    "refresh_interval",
    "services",
    "tags",
  ],
  more(config, block, reading) {
    if (config.has("server") && config.get("server").trim() === "")
      reading.error("import-value", "consulagent_sd_configs needs a server", config.place("server"));
    ownTls(config, block, reading);
    refuseKeys(config, "consulagent_sd_configs", reading, ["allow_stale", "node_meta"]);
  },
});

export const docker = describe("docker", {
  fields: {
    host: text,
    port: int,
    filters,
    host_networking_host: text,
    refresh_interval: prometheusDuration,
    match_first_network: bool,
    ...CLIENT_FIELDS,
  },
  names: ["host", "port", "host_networking_host", "refresh_interval", "match_first_network"],
  required: ["host"],
  more(config, block, reading) {
    carryFilters(config, block);
    client(config, block, reading);
  },
});

/** Keys of jobs for service discovery. */
export const DISCOVERY_FIELDS: Fields = Object.fromEntries(
  [...DISCOVERIES, consulAgent].map(({ key, field }) => [key, list(field, `an element of ${key}`)]),
);
