/** `logs.source.stdin`: lines from the server's standard input. */

import { logsReceiversField, stringMapField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { noLonger } from "../shared/outside.ts";
import { thing } from "../shared/things.ts";

export const logsSourceStdin = defineComponent({
  name: "logs.source.stdin",
  summary:
    "Reads lines from standard input, so that a program can be piped into `sluice run`. A trailing carriage return is cut, bytes that are not UTF-8 become U+FFFD, and lines longer than 1 MiB are split; the last line may lack its end. Nothing is read while the components after it are full, so that the writing program waits. At the end of its input the component is done and healthy, and the server keeps running. Only one component can read standard input, and none if the configuration itself is read from there.",
  outside: { of: () => [thing("standard input")], gone: noLonger("read") },
  graphKind: "source",
  entryLabels: ({ labels }) => [labels],
  runs: "server",
  fields: {
    forward_to: logsReceiversField({ doc: "Receivers that get the entries.", required: true }),
    labels: stringMapField({ holds: "text", doc: "Labels of every entry.", default: new Map([["job", "stdin"]]) }),
  },
  example: `logs.source.stdin "in" {
  labels     = { job = "backup" }
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
