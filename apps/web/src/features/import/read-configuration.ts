/** Recognizes a configuration: ours or Alloy's, Promtail's, or none. */
import { type Diagnostic, importPromtail, LineIndex, readTree } from "@sluice/engine";
import {
  type ImportChoices,
  type ImportRemark,
  NO_CHOICES,
  type ReadConfiguration,
} from "../../core/workers/import-report.ts";

/** The most remarks that are shown. */
const MAX_REMARKS = 1000;

export function readConfiguration(text: string, choices: ImportChoices = NO_CHOICES): ReadConfiguration {
  if (text.trim() === "") return { kind: "none", why: "is empty" };
  const { file, syntaxErrors } = readTree(text);
  // A configuration with mistakes is opened, so that it can be fixed; in any other text nothing is recognized.
  if (syntaxErrors.length === 0 || file.body.some((one) => one.kind === "block" && one.name.includes(".")))
    return { kind: "alloy" };
  const { text: config, diagnostics, dependsOnEnvironment, hasPlainMetrics } = importPromtail(text, choices);
  const remarks = toRemarks(text, diagnostics);
  if (config.trim() !== "") return { kind: "promtail", text: config, remarks, dependsOnEnvironment, hasPlainMetrics };
  const wrong = remarks.find(({ severity }) => severity === "error");
  const why =
    wrong === undefined ? "no scrape config in it names a source of logs, such as static_configs" : sayOf(wrong);
  // If the file is clearly meant for Promtail, saying that it is not Alloy's would be noise.
  if (syntaxErrors.some(({ code }) => code === "syntax-promtail"))
    return { kind: "none", why: `cannot be read as a configuration of Promtail: ${why}` };
  const [first] = toRemarks(text, syntaxErrors);
  return {
    kind: "none",
    why: `is neither a configuration of Alloy (${sayOf(first)}) nor one of Promtail (${why})`,
  };
}

const sayOf = (remark: ImportRemark | undefined): string =>
  remark === undefined ? "" : `${remark.line === undefined ? "" : `line ${remark.line}: `}${remark.message}`;

function toRemarks(text: string, diagnostics: readonly Diagnostic[]): ImportRemark[] {
  const lines = new LineIndex(text);
  return diagnostics.slice(0, MAX_REMARKS).map(({ severity, message, span }) => ({
    severity,
    message,
    line: span === undefined ? undefined : lines.position(span.start).line,
  }));
}
