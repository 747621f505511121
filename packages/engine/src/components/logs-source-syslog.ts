/** `logs.source.syslog`: messages of syslog, over TCP, UDP and TLS. */
import { SECOND } from "@sluice/languages/base";
import {
  block,
  boolField,
  durationField,
  enumField,
  intField,
  logsReceiversField,
  relabelRulesField,
  secretField,
  stringField,
  stringMapField,
} from "../schema/field.ts";
import { defineComponent } from "./component-spec.ts";

/** `host:port`, `[host]:port` or `:port`, which is every address of the machine. */
export const LISTEN_PLACE = /^(?:\[([^\]]+)\]|([^:[\]]*)):(\d{1,5})$/;

/** The largest message that may be allowed: what is read of it is held in one piece. */
const MAX_MESSAGE = 16 * 1024 * 1024;

export const logsSourceSyslog = defineComponent({
  name: "logs.source.syslog",
  alias: "loki.source.syslog",
  summary:
    "Receives messages of syslog over TCP, UDP and TLS. Over TCP the first byte of a connection tells whether each message has its length before it or ends with a newline (RFC 6587); a datagram is one message. Messages that are malformed or too long are left out and counted. While what comes after is full, connections are not read, and datagrams beyond 1 MiB are dropped and counted. Of each address 1024 connections are served at a time, and further ones wait. Fields of a message become labels for `relabel_rules`: `__syslog_message_severity`, `…_facility`, `…_hostname`, `…_app_name`, `…_proc_id`, `…_msg_id`, and `__syslog_connection_ip_address` and `__syslog_connection_hostname` (empty until the name of an address is known); after that, all that begin with `__` are removed.",
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
          ],
          { doc: "The format of the messages.", default: "rfc5424" },
        ),
        idle_timeout: durationField({
          doc: "A connection on which nothing comes for so long is closed.",
          default: 120n * SECOND,
        }),
        max_message_length: intField({
          doc: "Longest message; longer ones are left out and counted.",
          default: 8192,
          unit: "bytes",
        }),
        labels: stringMapField({ doc: "Labels of every message.", default: new Map() }),
        label_structured_data: boolField({
          doc: "Make labels of structured data: `__syslog_message_sd_<id>_<name>`, with `_` for `@` in the id.",
          default: false,
        }),
        use_incoming_timestamp: boolField({
          doc: "Keep the time that the message has; otherwise, and where it has none, an entry gets the time at which it arrives.",
          default: false,
        }),
        use_rfc5424_message: boolField({
          doc: "Make the line of the whole message of RFC 5424, and not of its text alone.",
          default: false,
        }),
        rfc3164_default_to_current_year: boolField({
          doc: "With `use_incoming_timestamp`, add the current year to times of RFC 3164, which have none, and read them as UTC. Without it, such a message gets the time at which it arrives.",
          default: false,
        }),
      },
      blocks: {
        tls_config: block({
          doc: "TLS for connections: the certificate of the server, and authorities that the certificates of clients are verified by.",
          occurs: "optional",
          fields: {
            ca_pem: stringField({
              doc: "Authorities that clients' certificates must be signed by, in PEM; without them clients need none.",
              default: "",
            }),
            ca_file: stringField({ doc: "File with the authorities.", default: "" }),
            cert_pem: stringField({ doc: "Certificate chain, in PEM.", default: "" }),
            cert_file: stringField({ doc: "File with the certificate chain.", default: "" }),
            key_pem: secretField({ doc: "Private key, in PEM.", default: "" }),
            key_file: stringField({ doc: "File with the private key.", default: "" }),
            min_version: stringField({
              doc: "Minimum version of TLS: `TLS12` (also empty) or `TLS13`.",
              default: "",
            }),
          },
          notRun: ["server_name", "insecure_skip_verify"],
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
      notRun: ["rfc3164_cisco_components", "raw_format_options"],
      check({ address, idle_timeout, max_message_length, protocol }, report, given) {
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
