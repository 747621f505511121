/** Finds entries that surely have no label where they are sent to Loki. */
import type { Diagnostic } from "../../../base/diagnostic.ts";
import type { BlockStatement, SourceFile } from "../../../syntax/ast.ts";
import { kindOfComponent } from "../senders.ts";
import type { ReachingLabels } from "../view.ts";
import { argumentOf, type WrittenLabels } from "./written-labels.ts";

export const STREAM_WITHOUT_LABELS = "stream-without-labels";

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
  code: STREAM_WITHOUT_LABELS,
  message: `${only ?? "entries of this listener"} reach ${writer.name} without a label, and Loki refuses a stream without one; labels gives them some`,
  span: block.nameSpan,
  related: [{ message: "sends them to Loki", span: writer.nameSpan }],
});
