/** Documentation of the lints in `given/unlabelled-lint.ts`. */
import type { LintPage } from "../lint.ts";

export const UNLABELLED_PAGES: readonly LintPage[] = [
  {
    code: "stream-without-labels",
    title: "Entries reach Loki without a label",
    doc: "Loki refuses a stream without labels (`at least one label pair is required per stream`), and its entries are lost. A listener of syslog sets no label by itself: `labels`, rules, a stage, or `external_labels` of the writer do. logs.source.api gives plain lines, posted to `/loki/api/v1/raw`, the labels of `labels` alone; of these it is only a note, since clients may send no plain lines.",
    example: `logs.source.syslog "a" {
  listener {
    address = "127.0.0.1:51893"
  }
  forward_to = [logs.write.a.receiver]
}

logs.write "a" {
  endpoint {
    url = "http://localhost:3100/loki/api/v1/push"
  }
}
`,
  },
];
