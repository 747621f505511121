/** Sources that make entries themselves, and the equivalent components. */
import { parseDuration } from "@sluice/languages/goduration";
import { Block } from "./blocks.ts";
import { carry, refuseKeys } from "./carry.ts";
import { bytesExpression, durationExpression } from "./expressions.ts";
import {
  bool,
  duration,
  type Field,
  type Fields,
  int,
  list,
  optional,
  prometheusDuration,
  type Section,
  section,
  text,
  textMap,
  uint,
} from "./fields.ts";
import { carryTls, TLS_FIELDS, tls } from "./http-client.ts";
import type { Reading } from "./reading.ts";
import { carryServer, checkServer, listeningServer, type ServerSection } from "./server.ts";

/** Receivers and relabelling rules of a source. They are made on demand, once for a job. */
export interface Surroundings {
  /** Expression of the receivers after the pipeline's begin. */
  forwardTo(): string;
  /** The same through `loki.relabel`, where there are rules. */
  forwardRelabelled(): string;
  /** Expression of the rules; undefined where there are none. */
  relabelRules(): string | undefined;
}

/** `convert` is given what `field` read. */
export interface Source<F extends Fields = Fields> {
  /** Of the job's settings: `journal`. */
  readonly key: string;
  readonly field: Field<Section<F> | undefined>;
  /** The component; undefined if it cannot be made, which is reported. */
  convert(config: Section<F>, label: string, around: Surroundings, reading: Reading): Block | undefined;
}

const LEFT_OUT = "left out";

function source<const F extends Fields>(
  key: string,
  component: string,
  fields: F,
  /** Gives `left out` if it cannot be made. */
  convert: (config: Section<F>, block: Block, reading: Reading) => unknown,
  { through = "rules" }: { through?: "rules" | "loki.relabel" } = {},
): Source<F> {
  return {
    key,
    field: optional(section(key, fields)),
    convert(config, label, around, reading) {
      const block = new Block(`loki.source.${component}`, label, config.node);
      if (convert(config, block, reading) === LEFT_OUT) return undefined;
      block.set("forward_to", through === "rules" ? around.forwardTo() : around.forwardRelabelled());
      const rules = through === "rules" ? around.relabelRules() : undefined;
      if (rules !== undefined) block.set("relabel_rules", rules);
      return block;
    },
  };
}

const kept = (reading: Reading, config: Section, key: string, what: string): void => {
  if (config.has(key))
    reading.note("import-kept", `${what}.${key} is kept; Alloy's own converter loses it`, config.place(key));
};

const journal = source(
  "journal",
  "journal",
  { max_age: text, json: bool, labels: textMap, path: text, matches: text },
  (config, block, reading) => {
    carry(config, [["json", "format_as_json"], "path", "labels", "matches"], block, reading);
    kept(reading, config, "matches", "journal");
    if (config.get("matches").split(/\s/).includes("+"))
      reading.warn(
        "import-value",
        "matches are joined by AND: Alloy knows no + between them, as Promtail did not",
        config.place("matches"),
      );
    if (config.get("max_age") === "") return;
    const age = parseDuration(config.get("max_age"));
    if (age.ok) block.set("max_age", durationExpression(age.nanos));
    else
      reading.error(
        "import-value",
        "max_age is not a duration (`7h`); the default of 7h is taken",
        config.place("max_age"),
      );
  },
);

const syslog = source(
  "syslog",
  "syslog",
  {
    listen_address: text,
    listen_protocol: text,
    idle_timeout: duration,
    label_structured_data: bool,
    labels: textMap,
    use_incoming_timestamp: bool,
    use_rfc5424_message: bool,
    syslog_format: text,
    max_message_length: int,
    tls_config: tls,
    raw_format_options: optional(section("raw_format_options", { use_null_terminator_delimiter: bool })),
    rfc3164_cisco_components: optional(
      section("rfc3164_cisco_components", {
        enable_all: bool,
        message_counter: bool,
        sequence_number: bool,
        hostname: bool,
        second_fractions: bool,
      }),
    ),
  },
  (config, block, reading) => {
    const format = config.get("syslog_format");
    if (!["", "rfc3164", "rfc5424", "raw"].includes(format)) {
      reading.error(
        "import-value",
        "syslog_format is one of rfc5424, rfc3164, raw; the listener is left out",
        config.place("syslog_format"),
      );
      return LEFT_OUT;
    }
    const listener = block.block("listener", config.node);
    listener.set("address", text.write(config.get("listen_address")));
    if (config.get("listen_protocol") !== "") carry(config, [["listen_protocol", "protocol"]], listener, reading);
    if (format !== "") carry(config, ["syslog_format"], listener, reading);
    carry(
      config,
      [
        "idle_timeout",
        "label_structured_data",
        "labels",
        "use_incoming_timestamp",
        "use_rfc5424_message",
        "max_message_length",
      ],
      listener,
      reading,
    );
    carryTls(config.get("tls_config"), listener, reading);
    for (const key of ["raw_format_options", "rfc3164_cisco_components"] as const) {
      const options: Section | undefined = config.get(key);
      if (options !== undefined)
        carry(options, Object.keys(options.fields), listener.block(key, options.node), reading);
    }
    return undefined;
  },
);

const gcplog = source(
  "gcplog",
  "gcplog",
  {
    project_id: text,
    subscription: text,
    labels: textMap,
    use_incoming_timestamp: bool,
    subscription_type: text,
    push_timeout: duration,
    server: listeningServer,
    use_full_line: bool,
  },
  (config, block, reading) => {
    const type = config.get("subscription_type");
    if (type === "" || type === "pull") {
      const pull = block.block("pull", config.node);
      pull.set("project_id", text.write(config.get("project_id")));
      pull.set("subscription", text.write(config.get("subscription")));
      carry(config, ["labels", "use_incoming_timestamp", "use_full_line"], pull, reading);
    } else if (type === "push") {
      const push = block.block("push", config.node);
      listen(config.get("server"), push, reading);
      carry(config, ["push_timeout", "labels", "use_incoming_timestamp", "use_full_line"], push, reading);
    } else reading.error("import-value", "subscription_type is one of pull, push", config.place("subscription_type"));
  },
);

function listen(server: ServerSection, block: Block, reading: Reading): void {
  checkServer(server, reading);
  carryServer(server, block, reading);
}

/** A number of bytes, which becomes a size. */
const messageSize = { ...int, write: bytesExpression };
const push = source(
  "loki_push_api",
  "api",
  { server: listeningServer, labels: textMap, use_incoming_timestamp: bool, max_send_msg_size: messageSize },
  (config, block, reading) => {
    listen(config.get("server"), block, reading);
    carry(config, ["labels", "use_incoming_timestamp", ["max_send_msg_size", "max_send_message_size"]], block, reading);
  },
);

const heroku = source(
  "heroku_drain",
  "heroku",
  { server: listeningServer, labels: textMap, use_incoming_timestamp: bool },
  (config, block, reading) => {
    carryServer(config.get("server"), block, reading);
    carry(config, ["labels", "use_incoming_timestamp"], block, reading);
  },
);

const windowsEvents = source(
  "windows_events",
  "windowsevent",
  {
    locale: uint,
    eventlog_name: text,
    xpath_query: text,
    use_incoming_timestamp: bool,
    bookmark_path: text,
    poll_interval: duration,
    exclude_event_data: bool,
    exclude_event_message: bool,
    exclude_user_data: bool,
    labels: textMap,
  },
  (config, block, reading) => {
    carry(
      config,
      [
        "locale",
        "eventlog_name",
        "xpath_query",
        ["bookmark_path", "legacy_bookmark_path"],
        "poll_interval",
        "exclude_event_data",
        "exclude_user_data",
        "exclude_event_message",
        "use_incoming_timestamp",
        "labels",
      ],
      block,
      reading,
    );
  },
  { through: "loki.relabel" },
);

const sasl = section("sasl_config", { mechanism: text, user: text, password: text, use_tls: bool, ...TLS_FIELDS });
const kafka = source(
  "kafka",
  "kafka",
  {
    labels: textMap,
    use_incoming_timestamp: bool,
    brokers: list(text),
    group_id: text,
    topics: list(text),
    version: text,
    assignor: text,
    authentication: section("authentication", { type: text, tls_config: tls, sasl_config: sasl }),
  },
  (config, block, reading) => {
    block.set("brokers", list(text).write(config.get("brokers")));
    block.set("topics", list(text).write(config.get("topics")));
    carry(config, ["group_id", "assignor", "version", "use_incoming_timestamp", "labels"], block, reading);
    const given = config.get("authentication");
    const inner = block.block("authentication", given.node);
    carry(given, ["type"], inner, reading);
    carryTls(given.get("tls_config"), inner, reading);
    const password = given.get("sasl_config");
    const saslBlock = inner.block("sasl_config", password.node);
    carry(password, ["mechanism", "user", "password", "use_tls"], saslBlock, reading);
    carryTls(password, saslBlock, reading);
    if (saslBlock.isEmpty) inner.remove(saslBlock);
    if (inner.isEmpty) block.remove(inner);
  },
);

const azure = source(
  "azure_event_hubs",
  "azure_event_hubs",
  {
    labels: textMap,
    use_incoming_timestamp: bool,
    event_hubs: list(text),
    connection_string: text,
    fully_qualified_namespace: text,
    group_id: text,
    disallow_custom_messages: bool,
  },
  (config, block, reading) => {
    block.set("fully_qualified_namespace", text.write(config.get("fully_qualified_namespace")));
    block.set("event_hubs", list(text).write(config.get("event_hubs")));
    carry(config, ["group_id", "use_incoming_timestamp", "disallow_custom_messages", "labels"], block, reading);
    const inner = block.block("authentication", config.node);
    inner.set("mechanism", text.write("connection_string"));
    carry(config, ["connection_string"], inner, reading);
  },
);

const gelf = source(
  "gelf",
  "gelf",
  { listen_address: text, labels: textMap, use_incoming_timestamp: bool },
  (config, block, reading) => {
    carry(config, ["listen_address", "use_incoming_timestamp"], block, reading);
    refuseKeys(config, "gelf", reading, ["labels"]);
  },
);

const cloudflare = source(
  "cloudflare",
  "cloudflare",
  {
    api_token: text,
    zone_id: text,
    labels: textMap,
    workers: int,
    pull_range: prometheusDuration,
    fields_type: text,
    additional_fields: list(text),
  },
  (config, block, reading) => {
    block.set("api_token", text.write(config.get("api_token")));
    block.set("zone_id", text.write(config.get("zone_id")));
    carry(config, ["labels", "workers", "pull_range", "fields_type", "additional_fields"], block, reading);
    kept(reading, config, "additional_fields", "cloudflare");
  },
  { through: "loki.relabel" },
);

/** In the order in which the original looks at them. */
export const SOURCES: readonly Source[] = [
  cloudflare,
  journal,
  push,
  syslog,
  gcplog,
  windowsEvents,
  kafka,
  azure,
  gelf,
  heroku,
];

export const SOURCE_FIELDS: Fields = Object.fromEntries(SOURCES.map(({ key, field }) => [key, field]));
