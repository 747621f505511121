// Sends by OpenTelemetry's exporters of logs over HTTP: in turns as protobuf and as JSON.
import { OTLPLogExporter as JsonExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPLogExporter as ProtobufExporter } from "@opentelemetry/exporter-logs-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import { sendUntilTold } from "./entries.mjs";

const OK = 0;
const problems = [];
const providers = [ProtobufExporter, JsonExporter].map((Exporter) => {
  const exporter = new Exporter({ url: `${process.env.ADDRESS}/v1/logs`, compression: "gzip" });
  const counting = {
    export: (records, done) =>
      exporter.export(records, (result) => {
        if (result.code !== OK) problems.push(String(result.error));
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
  return new LoggerProvider({
    resource: resourceFromAttributes({ "service.name": "shop" }),
    processors: [new BatchLogRecordProcessor({ exporter: counting, scheduledDelayMillis: 200 })],
  });
});
const loggers = providers.map((provider) => provider.getLogger("shop"));

await sendUntilTold(
  (body, id) => loggers[id % 2].emit({ body, severityText: "INFO", attributes: { "order.id": id } }),
  async () => {
    for (const provider of providers) await provider.shutdown();
    return problems;
  },
);
