/** `logs.source.otlp`: logs by OTLP/HTTP. */

import { bytesField, logsReceiversField, stringMapField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { httpBlock } from "../shared/http-server.ts";
import { listensAt } from "../shared/outside.ts";

export const logsSourceOtlp = defineComponent({
  name: "logs.source.otlp",
  inAlloy: "otelcol.receiver.otlp and otelcol.exporter.loki",
  summary:
    "Receives logs by OTLP/HTTP (`POST /v1/logs`): protobuf or JSON, also compressed by gzip. OTLP over gRPC is not received: exporters have to be set to HTTP (`OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`). Logs become entries as in Loki's own OTLP endpoint by default: attributes of the resource such as `service.name`, `deployment.environment` and `k8s.pod.name` become labels, with `service_name` always there; its other attributes, those of scope and record, and the record's severity, trace and span become structured metadata; the body is the line. Names have `_` for what labels cannot have. A body is accepted whole or refused whole, but for records whose time cannot be kept, which the answer counts. The header `X-Scope-OrgID` becomes the label `__tenant_id__`.",
  listens: { who: "applications that send logs to it by OTLP", serves: "OTLP", at: listensAt },
  graphKind: "source",
  runs: "server",
  fields: {
    forward_to: logsReceiversField({ doc: "Receivers that get the entries.", required: true }),
    labels: stringMapField({ holds: "text", doc: "Labels added to every entry.", default: new Map() }),
    max_request_body_size: bytesField({
      doc: "Largest body of a request, also after decompression; what is larger is answered 413. All requests together hold three times as much, but 64 MiB at least; beyond that the answer is 429.",
      default: 20 * 1024 * 1024,
      unit: "bytes",
    }),
  },
  blocks: { http: httpBlock(4318) },
  notRun: ["grpc"],
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
