/** `logs.echo`: prints what it receives. */
import { defineComponent } from "../component-spec.ts";

export const logsEcho = defineComponent({
  name: "logs.echo",
  alias: "loki.echo",
  summary:
    "Prints every entry that it receives to standard output, one line each: line breaks, tabs and control characters are shown as symbols and escapes.",
  graphKind: "writer",
  runs: "server",
  exports: { receiver: "logs-receiver" },
  fields: {},
  example: `logs.source.demo "access" {
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
