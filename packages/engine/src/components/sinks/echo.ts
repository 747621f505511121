/** `logs.echo`: prints what it receives. */

import { defineComponent } from "../component-spec.ts";
import { thing } from "../shared/things.ts";

export const logsEcho = defineComponent({
  name: "logs.echo",
  alias: "loki.echo",
  summary:
    "Prints every entry that it receives to standard output, one line each: line breaks, tabs and control characters are shown as symbols and escapes.",
  outside: { of: () => [thing("entries")], gone: () => "Entries are no longer printed." },
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
