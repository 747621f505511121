/** `logs.source.api`: Loki's push API as a source. */
import {
  block,
  boolField,
  bytesField,
  intField,
  logsReceiversField,
  stringField,
  stringMapField,
} from "../spec/field.ts";
import { defineComponent } from "./component-spec.ts";

export const logsSourceApi = defineComponent({
  name: "logs.source.api",
  alias: "loki.source.api",
  summary:
    "Receives log entries over Loki's push API (`POST /loki/api/v1/push`): protobuf in a snappy block, or JSON, also compressed by gzip. Labels that begin with `__` or are empty are removed; the header `X-Scope-OrgID` becomes the label `__tenant_id__`. Bytes that are not UTF-8 become U+FFFD. Timestamps are taken as they are, out of order and far in the future too.",
  runs: "server",
  fields: {
    forward_to: logsReceiversField({ doc: "Receivers that get the entries.", required: true }),
    labels: stringMapField({ doc: "Labels added to every entry.", default: new Map() }),
    use_incoming_timestamp: boolField({
      doc: "Keep the timestamps that were sent; otherwise an entry is stamped when it arrives.",
      default: false,
    }),
    max_send_message_size: bytesField({
      doc: "Largest body accepted, after decompression.",
      default: 100 * 1024 * 1024,
      unit: "bytes",
    }),
  },
  blocks: {
    http: block({
      doc: "Where it listens.",
      occurs: "one",
      fields: {
        listen_address: stringField({ doc: "Address to listen on; empty means all.", default: "" }),
        listen_port: intField({ doc: "Port to listen on; 0 takes a free one.", default: 8080 }),
      },
      check({ listen_port }, report) {
        if (listen_port < 0 || listen_port > 65535)
          report.error("port-range", "listen_port must be between 0 and 65535", "listen_port");
      },
    }),
  },
  example: `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 3101
  }
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
