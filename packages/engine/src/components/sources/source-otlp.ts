/** `logs.source.otlp`: logs by OTLP, over HTTP and gRPC. */

import { bytesField, logsReceiversField, stringMapField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { acknowledgeField } from "../shared/acknowledge.ts";
import { grpcBlock } from "../shared/grpc-server.ts";
import { httpBlock } from "../shared/http-server.ts";
import { listensAt } from "../shared/outside.ts";

export const logsSourceOtlp = defineComponent({
  name: "logs.source.otlp",
  inAlloy: "otelcol.receiver.otlp and otelcol.exporter.loki",
  summary:
    "Receives logs by OTLP over HTTP (`POST /v1/logs`, as protobuf or JSON), and with the block `grpc` also over gRPC (`opentelemetry.proto.collector.logs.v1.LogsService/Export`); either may be compressed by gzip. Logs become entries as in the default configuration of Loki's own OTLP endpoint. Resource attributes such as `service.name`, `deployment.environment` and `k8s.pod.name` become labels, and `service_name` is always set. Other resource attributes, those of scope and record, and the record's severity, trace and span become structured metadata; the body is the line. Characters that a label name cannot have become `_`. A body is accepted or refused as a whole, except records whose time cannot be kept, which the answer counts. The header `X-Scope-OrgID`, of gRPC the metadata of that name, becomes the label `__tenant_id__`.",
  listens: { who: "applications that send logs to it by OTLP", serves: "OTLP", at: listensAt },
  graphKind: "source",
  entryLabels: ({ labels }) => [labels],
  runs: "server",
  fields: {
    forward_to: logsReceiversField({ doc: "Receivers that get the entries.", required: true }),
    labels: stringMapField({ holds: "text", doc: "Labels added to every entry.", default: new Map() }),
    acknowledge: acknowledgeField,
    max_request_body_size: bytesField({
      doc: "Maximum size of a request's body over HTTP, also after decompression; a larger one is answered 413. All requests together, those over gRPC included, may take three times the largest one, but at least 64 MiB; beyond that the answer is 429 or UNAVAILABLE.",
      default: 20 * 1024 * 1024,
      unit: "bytes",
    }),
  },
  blocks: { http: httpBlock(4318), grpc: grpcBlock(4317) },
  check({ max_request_body_size }, report) {
    if (max_request_body_size < 1)
      report.error("body-size", "max_request_body_size must be greater than zero", "max_request_body_size");
  },
  example: `logs.source.otlp "apps" {
  http {
    listen_address = "127.0.0.1"
  }
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
