/** Lints about what the sources of a pipeline give. */
import type { Lint } from "./lint.ts";
import { kindOfComponent, sendersOf } from "./senders.ts";

/** Sources that get the program's own lines from an API. */
const OF_AN_API: ReadonlySet<string> = new Set(["source.docker", "source.kubernetes", "source.podlogs"]);

export const unwrapsNothing: Lint = {
  code: "unwraps-nothing",
  severity: "warning",
  title: "A stage unwraps lines that come without a wrapper",
  doc: "The files of a container runtime have its time and stream on each line, which stage.cri and stage.docker take off. Sources that ask an API get the program's own lines, in which these stages find nothing. Leave the stage out.",
  example: `logs.source.docker "a" {
  host       = "unix:///var/run/docker.sock"
  targets    = []
  labels     = { }
  forward_to = [logs.process.a.receiver]
}

logs.process "a" {
  forward_to = []

  stage.docker { }
}
`,
  *find({ file, stages }) {
    const senders = sendersOf(file, stages[0]?.parentBlock);
    if (senders === undefined || senders.length === 0) return;
    if (!senders.every((one) => OF_AN_API.has(kindOfComponent(one)))) return;
    for (const { flow, block } of stages) {
      if (!flow.unwrapsLines) continue;
      yield {
        message: `${senders[0]!.name} gives the program's own lines, in which ${block.name} finds nothing to unwrap`,
        span: block.nameSpan,
        related: [{ message: "sends the lines", span: senders[0]!.nameSpan }],
      };
    }
  },
};
