/**
 * Runs a case of kind `components`: entries through one component of a configuration. The lines, labels and structured
 * metadata that come out must be equal, and the metrics that the case names must be among those exposed.
 */
import { hasErrors } from "../src/base/diagnostic.ts";
import { openDocument } from "../src/document/open-document.ts";
import { runNodes } from "../src/testing/run-stages.ts";
import type { ComponentCase, OutEntry, Verdict } from "./cases.ts";
import { firstDifference } from "./compare.ts";
import type { ConformanceHost } from "./host.ts";

export function runComponentCase(vector: ComponentCase, host: ConformanceHost): Verdict {
  try {
    const got = execute(vector, host);
    return { got, difference: compare(vector, got) };
  } catch (error) {
    return {
      got: { threw: String(error) },
      difference: `threw ${error instanceof Error ? error.stack : String(error)}`,
    };
  }
}

interface Got {
  readonly error?: string;
  readonly out: readonly OutEntry[];
  readonly metrics: readonly string[];
}

function execute({ config, component, files = {}, entries = [] }: ComponentCase, host: ConformanceHost): Got {
  const { diagnostics, pipelines } = openDocument(config, { purpose: "preview" });
  if (hasErrors(diagnostics))
    return { error: diagnostics.map(({ message }) => message).join("; "), out: [], metrics: [] };
  const pipeline = pipelines.find(({ id }) => id === component);
  if (pipeline === undefined) throw new Error(`no pipeline ${component}, but ${pipelines.map(({ id }) => id)}`);
  const { out, metrics, faults } = runNodes(pipeline.stages, entries, {
    dialect: pipeline.dialect,
    host: {
      resource: (path) => (files[path] === undefined ? undefined : new TextEncoder().encode(files[path])),
      sha256: host.sha256,
    },
  });
  if (faults.length > 0) throw faults[0]!.error;
  return { out: out.map(essential), metrics };
}

const essential = ({ line = "", labels = {}, structured_metadata = [] }: OutEntry): OutEntry => ({
  line,
  labels,
  structured_metadata,
});

function compare({ want }: ComponentCase, got: Got): string | undefined {
  if (want.refused !== undefined)
    return got.error?.includes(want.refused)
      ? undefined
      : `want an error that names ${want.refused}, got ${got.error ?? "none"}`;
  if (got.error !== undefined) return `refused: ${got.error}`;
  const missing = want.metrics?.find((metric) => !got.metrics.includes(metric));
  return (
    firstDifference((want.out ?? []).map(essential), got.out, "out") ??
    (missing === undefined ? undefined : `metrics: want ${missing}, got ${got.metrics.join(" | ")}`)
  );
}
