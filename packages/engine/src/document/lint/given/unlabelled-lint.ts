/** Finds entries that surely have no label where they are sent to Loki. */
import type { Diagnostic } from "../../../base/diagnostic.ts";
import type { BlockStatement, SourceFile } from "../../../syntax/ast.ts";
import type { LintPage } from "../lint.ts";
import { kindOfComponent } from "../senders.ts";
import type { ReachingLabels } from "../view.ts";
import { argumentOf, type WrittenLabels } from "./written-labels.ts";

export const STREAM_WITHOUT_LABELS: LintPage = {
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
};

/** Once for each source or listener. */
export function lintStreams(file: SourceFile, given: ReachingLabels): Diagnostic[] {
  const found = new Map<BlockStatement, Diagnostic>();
  for (const writer of file.body) {
    if (writer.kind !== "block" || kindOfComponent(writer) !== "write" || hasLabels(writer)) continue;
    for (const labels of given.reaching(writer) ?? [])
      if (isUnlabelled(labels)) found.set(labels.block, diagnosticOf(labels, writer));
  }
  return [...found.values()];
}

function hasLabels(writer: BlockStatement): boolean {
  const labels = argumentOf(writer, "external_labels");
  return labels !== undefined && !(labels.kind === "object" && labels.fields.length === 0);
}

const isUnlabelled = ({ values, more }: WrittenLabels): boolean =>
  more !== "any" && [...values].every(([name, value]) => value === "" || name.startsWith("__"));

const diagnosticOf = ({ block, only }: WrittenLabels, writer: BlockStatement): Diagnostic => ({
  severity: only === undefined ? "warning" : "info",
  code: STREAM_WITHOUT_LABELS.code,
  message: `${only ?? "entries of this listener"} reach ${writer.name} without a label, and Loki refuses a stream without one; labels gives them some`,
  span: block.nameSpan,
  related: [{ message: "sends them to Loki", span: writer.nameSpan }],
});
