/** `logs.source.api`: Loki's push API as a source. */
import {
  boolField,
  bytesField,
  intField,
  logsReceiversField,
  relabelRulesField,
  stringMapField,
} from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { acknowledgeField } from "../shared/acknowledge.ts";
import { unservedGrpcBlock } from "../shared/grpc-server.ts";
import { httpBlock, shutdownTimeout } from "../shared/http-server.ts";
import { listensAt } from "../shared/outside.ts";

const OURS = "Alloy has no such argument.";

/** One push unless the configuration says. */
export const PUSH_DEFAULTS = { bytes: 100 * 1024 * 1024, streams: 10_000, entries: 100_000, pairs: 500_000 } as const;

export const logsSourceApi = defineComponent({
  name: "logs.source.api",
  alias: "loki.source.api",
  summary:
    "Receives log entries over Loki's push API (`POST /loki/api/v1/push`) as protobuf in a snappy block or as JSON, also compressed by gzip. It also receives plain text (`POST /loki/api/v1/raw`): each line that is not empty becomes an entry with the configured labels and its time of arrival. What is accepted is what Alloy accepts. Labels that begin with `__` or are empty are removed, and streams without any label are not forwarded; the header `X-Scope-OrgID` becomes the label `__tenant_id__`. Bytes that are not UTF-8 become U+FFFD. With `use_incoming_timestamp` the sent timestamps are kept, even out of order or far in the future; without it, an entry gets its time of arrival. A push over a limit is answered 413, too many bytes of all requests together 429, and a client that is too slow 408.",
  listens: { who: "clients that push logs to it", serves: "Loki's push API", at: listensAt },
  graphKind: "source",
  entryLabels: ({ labels }) => [labels],
  runs: "server",
  fields: {
    forward_to: logsReceiversField({ doc: "Receivers that get the entries.", required: true }),
    labels: stringMapField({ holds: "text", doc: "Labels added to every entry.", default: new Map() }),
    acknowledge: acknowledgeField,
    relabel_rules: relabelRulesField({
      doc: "Rules applied to the sent labels and those of `labels`, before labels that begin with `__` are removed. What they drop is accepted but not forwarded.",
      example: "logs.relabel.api.rules",
    }),
    use_incoming_timestamp: boolField({
      doc: "Keep the sent timestamps; otherwise an entry gets its time of arrival.",
      default: false,
    }),
    graceful_shutdown_timeout: shutdownTimeout,
    max_send_message_size: bytesField({
      doc: "Maximum size of a body, after decompression.",
      default: PUSH_DEFAULTS.bytes,
      unit: "bytes",
    }),
    max_send_streams: intField({
      doc: `Maximum number of streams in one push. ${OURS}`,
      notInAlloy: true,
      default: PUSH_DEFAULTS.streams,
    }),
    max_send_entries: intField({
      doc: `Maximum number of entries in one push. ${OURS}`,
      notInAlloy: true,
      default: PUSH_DEFAULTS.entries,
    }),
    max_send_pairs: intField({
      doc: `Maximum number of labels and pieces of structured metadata in one push, over all its streams and entries. ${OURS}`,
      notInAlloy: true,
      default: PUSH_DEFAULTS.pairs,
    }),
    max_in_flight_size: bytesField({
      doc: `Maximum size of the bodies of all requests together while they arrive and are decompressed; 0 means three times \`max_send_message_size\`, but at least 256 MiB. When it is used up, the largest body that is still arriving is answered 429. ${OURS}`,
      notInAlloy: true,
      default: 0,
      unit: "bytes",
    }),
  },
  check(args, report) {
    if (args.graceful_shutdown_timeout <= 0n)
      report.error("shutdown-time", "graceful_shutdown_timeout must be greater than zero", "graceful_shutdown_timeout");
    for (const name of ["max_send_streams", "max_send_entries", "max_send_pairs"] as const)
      if (args[name] < 1) report.error("push-limit", `${name} must be at least 1`, name);
    if (args.max_in_flight_size > 0 && args.max_in_flight_size < 2 * args.max_send_message_size)
      report.error(
        "push-limit",
        "max_in_flight_size must be at least twice max_send_message_size: a body and what it is decompressed to",
        "max_in_flight_size",
      );
  },
  blocks: {
    http: httpBlock(8080),
    grpc: unservedGrpcBlock,
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
