/** Sources of targets: each kind of service discovery, and the component that does the same. */
import type { YamlNode } from "@sluice/languages/yaml";
import { quoteString } from "../../syntax/index.ts";
import { Block } from "./blocks.ts";
import { carry, type Names, refuseKeys } from "./carry.ts";
import {
  bool,
  choice,
  type Fields,
  int,
  list,
  prometheusDuration,
  type Section,
  section,
  text,
  textMap,
} from "./fields.ts";
import {
  CLIENT_FIELDS,
  type ClientSection,
  carryClient,
  carryProxy,
  carryTls,
  type TlsSection,
  tls,
} from "./http-client.ts";
import type { Reading } from "./reading.ts";

/** One kind of discovery. */
export interface Discovery {
  /** `consul_sd_configs`. */
  readonly key: string;
  /** `consul`, of `discovery.consul`. */
  readonly component: string;
  readonly field: ReturnType<typeof section>;
  /** The component that does what `config` says. */
  convert(config: Section, label: string, reading: Reading): Block;
}

interface Description<F extends Fields> {
  readonly fields: F;
  readonly names: Names<F>;
  /** Keys that must be there and not be empty. */
  readonly required?: readonly (keyof F & string)[];
  readonly more?: (config: Section<F>, block: Block, reading: Reading) => void;
}

function describe<const F extends Fields>(
  component: string,
  { fields, names, required = [], more }: Description<F>,
): Discovery {
  const key = `${component}_sd_configs`;
  return {
    key,
    component,
    field: section(key, fields) as unknown as Discovery["field"],
    convert(given, label, reading) {
      const config = given as unknown as Section<F>;
      const block = new Block(`discovery.${component}`, label, config.node);
      for (const name of required) {
        const value = config.get(name) as unknown;
        if (value === "" || (Array.isArray(value) && value.length === 0))
          reading.error("import-value", `${key} needs ${name}`, config.place(name) ?? config.node);
      }
      carry(config, names, block, reading);
      more?.(config, block, reading);
      return block;
    },
  };
}

/** Every setting of the client. */
const client = (config: Section<never>, block: Block, reading: Reading): void =>
  carryClient(config as unknown as ClientSection, block, reading);
const ownTls = (config: Section<never>, block: Block, reading: Reading): void =>
  carryTls((config as unknown as Section<{ tls_config: typeof tls }>).get("tls_config") as TlsSection, block, reading);

const filters = list(section("filters", { name: text, values: list(text) }), "an element of filters");
type Filters = Section<{ filters: typeof filters }>;

function carryFilters(config: Section<never>, block: Block): void {
  for (const filter of (config as unknown as Filters).get("filters")) {
    const inner = block.block("filter", filter.node);
    inner.set("name", text.write(filter.get("name")));
    inner.set("values", list(text).write(filter.get("values")));
  }
}

const selector = section("selectors", { role: text, label: text, field: text });
const KUBERNETES_ROLES = ["node", "pod", "service", "endpoints", "endpointslice", "ingress"];

const AZURE_METHODS = ["OAuth", "ManagedIdentity", "SDK", "WorkloadIdentity"];

/** In the order in which the original looks at them; static targets come between serverset and triton. */
export const DISCOVERIES: readonly Discovery[] = [
  describe("azure", {
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
      const settings = config as unknown as ClientSection;
      carryProxy(settings as unknown as Parameters<typeof carryProxy>[0], block, reading);
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
  }),
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
      client(config as unknown as Section<never>, block, reading);
      refuseKeys(config, "consul_sd_configs", reading, ["path_prefix", "filter"]);
    },
  }),
  describe("digitalocean", {
    fields: { refresh_interval: prometheusDuration, port: int, ...CLIENT_FIELDS },
    names: ["refresh_interval", "port", "bearer_token", "bearer_token_file", "follow_redirects", "enable_http2"],
    more(config, block, reading) {
      carryProxy(config as unknown as Parameters<typeof carryProxy>[0], block, reading);
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
  }),
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
      carryFilters(config as unknown as Section<never>, block);
      client(config as unknown as Section<never>, block, reading);
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
  describe("ec2", {
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
      carryFilters(config as unknown as Section<never>, block);
      client(config as unknown as Section<never>, block, reading);
      refuseKeys(config, "ec2_sd_configs", reading, ["external_id"]);
    },
  }),
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
  describe("gce", {
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
  }),
  describe("kubernetes", {
    fields: {
      api_server: text,
      role: choice("role", KUBERNETES_ROLES),
      kubeconfig_file: text,
      namespaces: section("namespaces", { own_namespace: bool, names: list(text) }),
      selectors: list(selector, "an element of selectors"),
      attach_metadata: section("attach_metadata", { node: bool, namespace: bool }),
      ...CLIENT_FIELDS,
    },
    names: ["api_server", "role", "kubeconfig_file"],
    required: ["role"],
    more: kubernetes,
  }),
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
      client(config as unknown as Section<never>, block, reading);
    },
  }),
  describe("nerve", zookeeper()),
  describe("openstack", {
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
    more: (config, block, reading) => ownTls(config as unknown as Section<never>, block, reading),
  }),
  describe("serverset", zookeeper()),
  describe("triton", {
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
    more: (config, block, reading) => ownTls(config as unknown as Section<never>, block, reading),
  }),
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

/** Promtail sees only the pods of its own node. */
const OWN_NODE = '"spec.nodeName=" + coalesce(sys.env("HOSTNAME"), constants.hostname)';

function kubernetes(given: unknown, block: Block, reading: Reading): void {
  const config = given as Section<{
    role: typeof text;
    namespaces: ReturnType<typeof section<{ own_namespace: typeof bool; names: ReturnType<typeof list<string>> }>>;
    selectors: ReturnType<typeof list<Section<{ role: typeof text; label: typeof text; field: typeof text }>>>;
    attach_metadata: ReturnType<typeof section<{ node: typeof bool; namespace: typeof bool }>>;
    api_server: typeof text;
    kubeconfig_file: typeof text;
  }>;
  if (config.get("api_server") !== "" && config.get("kubeconfig_file") !== "")
    reading.error("import-value", "give one of api_server and kubeconfig_file", config.place("kubeconfig_file"));
  const inner = (name: string, part: Section, names: readonly string[]) => {
    if (!names.some((key) => part.has(key))) return;
    carry(part, names, block.block(name, part.node), reading);
  };
  inner("namespaces", config.get("namespaces") as unknown as Section, ["own_namespace", "names"]);
  for (const one of config.get("selectors")) {
    const selected = block.block("selectors", one.node);
    selected.set("role", text.write(one.get("role")));
    carry(one, ["label", "field"], selected, reading);
  }
  if (config.get("role") === "pod") {
    const own = block.block("selectors", config.node);
    own.set("role", quoteString("pod"));
    own.set("field", OWN_NODE);
  }
  inner("attach_metadata", config.get("attach_metadata") as unknown as Section, ["node", "namespace"]);
  client(config as unknown as Section<never>, block, reading);
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
    ownTls(config as unknown as Section<never>, block, reading);
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
    carryFilters(config as unknown as Section<never>, block);
    client(config as unknown as Section<never>, block, reading);
  },
});

const group = section("static_configs", { targets: list(text), labels: textMap });

/** Targets that are written in the file, each with the group's labels; a group without any means this machine. */
export const staticConfigs = list(group, "an element of static_configs");

export type StaticGroup = Section<{ targets: ReturnType<typeof list<string>>; labels: typeof textMap }>;

export function staticTargets({
  groups,
}: {
  groups: readonly StaticGroup[];
}): { entries: [string, string][]; node: YamlNode | undefined }[] {
  return groups.flatMap((one) => {
    const labels = [...one.get("labels")].map(([name, value]): [string, string] => [name, text.write(value)]);
    const targets = one.get("targets").length === 0 ? ["localhost"] : one.get("targets");
    return targets.map((target) => {
      const entries = new Map<string, string>([...labels, ["__address__", text.write(target)]]);
      return { entries: [...entries], node: one.node };
    });
  });
}

/** Keys of jobs for service discovery. */
export const DISCOVERY_FIELDS: Fields = Object.fromEntries(
  [...DISCOVERIES, consulAgent, docker].map(({ key, field }) => [key, list(field, `an element of ${key}`)]),
);
