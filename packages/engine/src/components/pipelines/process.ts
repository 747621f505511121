/** `logs.process`: applies its stages to every entry and forwards the result. */
import { logsReceiversField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";

export const logsProcess = defineComponent({
  name: "logs.process",
  alias: "loki.process",
  summary: "Applies its stages to every log entry, in order, and forwards the results to every receiver.",
  graphKind: "process",
  runs: "anywhere",
  stages: true,
  exports: { receiver: "logs-receiver" },
  fields: {
    forward_to: logsReceiversField({
      doc: "Receivers that get the entries after processing.",
      required: true,
      example: "[logs.write.out.receiver]",
    }),
  },
  example: `logs.process "main" {
  forward_to = [logs.echo.out.receiver]

  stage.static_labels {
    values = { job = "demo" }
  }
}

logs.echo "out" { }
`,
});
