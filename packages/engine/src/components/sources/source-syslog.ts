/** `logs.source.syslog`: messages of syslog, over TCP, UDP and TLS. */

import { SECOND } from "@sluice/languages/base";
import { notRunAt } from "../../schema/alloy-versions.ts";
import {
  block,
  boolField,
  durationField,
  enumField,
  filePathField,
  intField,
  logsReceiversField,
  relabelRulesField,
  secretField,
  stringField,
  stringMapField,
} from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { hasCertificate, type Listened } from "../shared/outside.ts";

/** `host:port`, `[host]:port` or `:port`, which is every address of the machine. */
export const LISTEN_PLACE = /^(?:\[([^\]]+)\]|([^:[\]]*)):(\d{1,5})$/;

/** The largest message that may be allowed: what is read of it is held in one piece. */
const MAX_MESSAGE = 16 * 1024 * 1024;

export const logsSourceSyslog = defineComponent({
  name: "logs.source.syslog",
  alias: "loki.source.syslog",
  summary:
    "Receives syslog messages over TCP, UDP and TLS. Over TCP the first byte of a connection shows whether its messages begin with their length or end with a newline (RFC 6587); a datagram is one message. Messages that are malformed or too long are left out and counted. While the components after it are full, connections are not read, and datagrams beyond 1 MiB are dropped and counted. Each listener serves 1024 connections at a time; further ones wait. `relabel_rules` see the fields of a message as labels: `__syslog_message_severity`, `…_facility`, `…_hostname`, `…_app_name`, `…_proc_id`, `…_msg_id`, `…_msg_counter`, `…_sequence`, and `__syslog_connection_ip_address` and `__syslog_connection_hostname` (empty until the name of an address is known). Afterwards all labels that begin with `__` are removed.",
  listens: {
    who: "devices that send syslog to it",
    serves: "syslog",
    at: ({ listener }) =>
      listener.flatMap(({ args: { address, protocol, tls_config } }): Listened[] => {
        const [, inBrackets, host = "", port] = LISTEN_PLACE.exec(address) ?? [];
        if (port === undefined) return [];
        const where = { address: inBrackets ?? host, port: Number(port) };
        return protocol === "udp"
          ? [{ ...where, transport: "UDP", tls: false }]
          : [{ ...where, transport: "TCP", tls: hasCertificate(tls_config) }];
      }),
  },
  graphKind: "source",
  entryLabels: ({ listener }) => listener.map(({ args }) => args.labels),
  runs: "server",
  fields: {
    forward_to: logsReceiversField({ doc: "Receivers that get the entries.", required: true }),
    relabel_rules: relabelRulesField({
      doc: "Rules that change the labels of messages; what they drop is left out and counted.",
      example: "logs.relabel.syslog.rules",
    }),
  },
  blocks: {
    listener: block({
      doc: "An address to listen on.",
      occurs: "many",
      fields: {
        address: stringField({
          holds: "address",
          doc: "Where it listens, as `host:port`; without a host on all addresses of the machine.",
          required: true,
          example: '"127.0.0.1:51893"',
        }),
        protocol: enumField(
          [
            { value: "tcp", doc: "Connections, with TLS where `tls_config` has a certificate." },
            { value: "udp", doc: "Datagrams." },
          ],
          { doc: "The protocol.", default: "tcp" },
        ),
        syslog_format: enumField(
          [
            { value: "rfc5424", doc: "The newer format, with structured data." },
            { value: "rfc3164", doc: "The older one of BSD." },
            {
              value: "raw",
              doc: "No format: the whole message is the line, without blanks around it. A priority at its beginning is cut and gives severity and facility.",
            },
          ],
          { doc: "The format of the messages.", default: "rfc5424" },
        ),
        idle_timeout: durationField({
          doc: "Time without data after which a connection is closed.",
          default: 120n * SECOND,
        }),
        max_message_length: intField({
          doc: "Maximum size of a message; longer ones are left out and counted.",
          default: 8192,
          unit: "bytes",
        }),
        labels: stringMapField({ holds: "text", doc: "Labels of every message.", default: new Map() }),
        label_structured_data: boolField({
          doc: "Turn structured data into labels: `__syslog_message_sd_<id>_<name>`, with `_` for `@` in the id.",
          default: false,
        }),
        use_incoming_timestamp: boolField({
          doc: "Keep the message's time; otherwise, or if it has none, an entry gets its time of arrival.",
          default: false,
        }),
        use_rfc5424_message: boolField({
          doc: "Make the whole message of RFC 5424 the line, not only its text.",
          default: false,
        }),
        rfc5424_allow_empty_msg: boolField({
          doc: "Keep messages of RFC 5424 without a text; they are counted as empty either way.",
          default: false,
        }),
        udp_queue_size: intField({ inert: "how many datagrams wait is bounded by their bytes", default: 10 }),
        udp_host_cache_size: intField({ inert: "the names of 1000 addresses are remembered", default: 128 }),
        rfc3164_default_to_current_year: boolField({
          doc: "With `use_incoming_timestamp`, add the current year to times of RFC 3164, which have none, and read them as UTC. Without it, such a message gets its time of arrival; in Alloy it gets the year 0.",
          default: false,
        }),
      },
      blocks: {
        raw_format_options: block({
          doc: "How messages of the format `raw` are separated.",
          occurs: "optional",
          fields: {
            use_null_terminator_delimiter: boolField({
              doc: "Messages of a connection end with a zero byte instead of a newline.",
              default: false,
            }),
          },
        }),
        rfc3164_cisco_components: block({
          doc: "What Cisco devices (IOS) write between the priority of an RFC 3164 message and its text: `<189>237: 000485: router1: *Jan  8 19:46:03.295: %SYS-5-CONFIG_I: …`. The options must match the configuration of the device.",
          occurs: "optional",
          fields: {
            enable_all: boolField({ doc: "All of the following.", default: false }),
            message_counter: boolField({ doc: "Number of the message (`237:`).", default: false }),
            sequence_number: boolField({ doc: "Number from `service sequence-numbers` (`000485:`).", default: false }),
            hostname: boolField({
              doc: "Name from `logging origin-id` (`router1:`); it may be missing.",
              default: false,
            }),
            second_fractions: boolField({ doc: "Times may have fractions of seconds.", default: false }),
          },
          check(args, report) {
            if (!Object.values(args).some(Boolean))
              report.error("cisco-components", "at least one option in rfc3164_cisco_components has to be enabled");
          },
        }),
        tls_config: block({
          doc: "TLS for connections: the server's certificate, and authorities for client certificates.",
          occurs: "optional",
          fields: {
            ca_pem: stringField({
              holds: "certificate",
              doc: "Authorities for client certificates, in PEM; without them clients need no certificate.",
              default: "",
            }),
            ca_file: filePathField({ use: "read", doc: "File with the authorities.", default: "" }),
            cert_pem: stringField({ holds: "certificate", doc: "Certificate chain, in PEM.", default: "" }),
            cert_file: filePathField({ use: "read", doc: "File with the certificate chain.", default: "" }),
            key_pem: secretField({ doc: "Private key, in PEM.", default: "" }),
            key_file: filePathField({ use: "read", doc: "File with the private key.", default: "" }),
            min_version: stringField({
              holds: "word",
              doc: "Minimum TLS version: `TLS12` (or empty) or `TLS13`.",
              default: "",
            }),
          },
          notRun: notRunAt("loki.source.syslog listener tls_config"),
          check(args, report) {
            for (const name of ["ca", "cert", "key"] as const)
              if (args[`${name}_pem`] !== "" && args[`${name}_file`] !== "")
                report.error("one-secret", `give ${name}_pem or ${name}_file, not both`, `${name}_file`);
            const has = (name: "cert" | "key") => args[`${name}_pem`] !== "" || args[`${name}_file`] !== "";
            if (!has("cert") || !has("key"))
              report.error(
                "tls-pair",
                "a server needs a certificate and its key: cert_pem or cert_file, and key_pem or key_file",
              );
          },
        }),
      },
      check({ address, idle_timeout, max_message_length, protocol, syslog_format: format, ...args }, report, given) {
        if (format === "raw")
          for (const name of [
            "use_incoming_timestamp",
            "use_rfc5424_message",
            "rfc3164_default_to_current_year",
          ] as const)
            if (args[name]) report.error("syslog-format", `${name} has no effect when syslog_format is "raw"`, name);
        if (format !== "raw" && given("raw_format_options"))
          report.error("syslog-format", 'raw_format_options has no effect when syslog_format is not "raw"');
        if (format !== "rfc3164" && given("rfc3164_cisco_components"))
          report.error("syslog-format", 'rfc3164_cisco_components has no effect when syslog_format is not "rfc3164"');
        const [keeps, adds] = [args.use_incoming_timestamp, args.rfc3164_default_to_current_year];
        if (format === "rfc3164" && keeps && !adds)
          report.warning(
            "times-without-year",
            "times of RFC 3164 have no year, and none of them is kept without rfc3164_default_to_current_year = true",
            "use_incoming_timestamp",
            { fix: { title: "Add the current year", set: "rfc3164_default_to_current_year", value: true } },
          );
        if (format !== "raw" && adds && !(keeps && format === "rfc3164"))
          report.warning(
            "times-without-year",
            'rfc3164_default_to_current_year has no effect without use_incoming_timestamp and syslog_format = "rfc3164"',
            "rfc3164_default_to_current_year",
          );
        const port = Number(LISTEN_PLACE.exec(address)?.[3] ?? Number.NaN);
        if (!(port <= 65_535))
          report.error(
            "listen-address",
            `${JSON.stringify(address)} is not an address such as "127.0.0.1:1514"`,
            "address",
          );
        if (idle_timeout <= 0n) report.error("idle-timeout", "idle_timeout must be greater than zero", "idle_timeout");
        if (max_message_length < 1 || max_message_length > MAX_MESSAGE)
          report.error(
            "message-length",
            `max_message_length must be between 1 and ${MAX_MESSAGE}`,
            "max_message_length",
          );
        if (protocol === "udp" && given("tls_config"))
          report.error("tls-udp", "TLS is for protocol tcp only", "tls_config");
      },
    }),
  },
  check({ listener }, report) {
    const seen = new Set<string>();
    for (const { args } of listener) {
      const place = `${args.protocol} ${args.address}`;
      if (seen.has(place)) report.error("listener-twice", `two listeners have the address ${place}`);
      seen.add(place);
    }
  },
  example: `logs.source.syslog "network" {
  listener {
    address = "127.0.0.1:51893"
    labels  = { job = "syslog" }
  }
  listener {
    address       = "127.0.0.1:51898"
    protocol      = "udp"
    syslog_format = "rfc3164"
    labels        = { job = "syslog" }
  }
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
