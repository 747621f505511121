/** Documentation of the lints in `source-lints.ts`. */
import type { LintPage } from "../lint.ts";

export const SOURCE_PAGES: readonly LintPage[] = [
  {
    code: "unwraps-nothing",
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
  },
];
