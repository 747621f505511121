/** `logs.source.gelf`: messages of Graylog's format over UDP. */
import { boolField, logsReceiversField, relabelRulesField, stringField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { LISTEN_PLACE } from "./source-syslog.ts";

export const logsSourceGelf = defineComponent({
  name: "logs.source.gelf",
  alias: "loki.source.gelf",
  summary:
    "Receives GELF messages over UDP, plain or compressed by gzip or zlib, and in up to 128 chunks. The line is the message as JSON with its fields in a fixed order. Messages that are malformed, incomplete after five seconds, or larger than 4 MiB are left out and counted. All incomplete messages together may hold 16 MiB, those of one sender a quarter of that; beyond it the oldest are left out. While the components after it are full, datagrams beyond 1 MiB are dropped and counted. Every entry has the label `job` with the component's name. `relabel_rules` see `__gelf_message_level`, `…_host`, `…_version` and `…_facility`. Afterwards all labels that begin with `__` are removed.",
  listens: {
    who: "applications that send GELF to it",
    serves: "GELF",
    at({ listen_address }) {
      const [, inBrackets, host = "", port] = LISTEN_PLACE.exec(listen_address) ?? [];
      if (port === undefined) return [];
      return [{ address: inBrackets ?? host, port: Number(port), transport: "UDP", tls: false }];
    },
  },
  graphKind: "source",
  runs: "server",
  fields: {
    forward_to: logsReceiversField({ doc: "Receivers that get the entries.", required: true }),
    listen_address: stringField({
      holds: "address",
      doc: "Where it listens, as `host:port`; without a host on all addresses of the machine.",
      default: "0.0.0.0:12201",
      example: '"127.0.0.1:12201"',
    }),
    use_incoming_timestamp: boolField({
      doc: "Keep the message's time; otherwise, or if it has none, an entry gets its time of arrival.",
      default: false,
    }),
    relabel_rules: relabelRulesField({
      doc: "Rules that change the labels of messages; what they drop is left out and counted.",
      example: "logs.relabel.gelf.rules",
    }),
  },
  check({ listen_address }, report) {
    const port = Number(LISTEN_PLACE.exec(listen_address)?.[3] ?? Number.NaN);
    if (!(port <= 65_535))
      report.error(
        "listen-address",
        `${JSON.stringify(listen_address)} is not an address such as "127.0.0.1:12201"`,
        "listen_address",
      );
  },
  example: `logs.relabel "gelf" {
  forward_to = []

  rule {
    source_labels = ["__gelf_message_host"]
    target_label  = "host"
  }
}

logs.source.gelf "apps" {
  listen_address = "127.0.0.1:12201"
  relabel_rules  = logs.relabel.gelf.rules
  forward_to     = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
