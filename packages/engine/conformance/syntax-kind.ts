/** Runs a case of kind `syntax`: diagnostics, formatting, evaluation, decoding. */

import { decodeRaw, encodeUtf8 } from "@sluice/languages/base";
import type { Diagnostic } from "../src/base/diagnostic.ts";
import { LineIndex } from "../src/base/span.ts";
import { type ComponentNode, loadConfig, loadStages } from "../src/document/load.ts";
import type { StageNode } from "../src/pipeline/stage-spec.ts";
import { CAPSULES } from "../src/schema/capsules.ts";
import {
  capsule,
  createStandardLibrary,
  evaluate,
  formatFile,
  object,
  parseFile,
  type Value,
  type ValueDiagnostic,
} from "../src/syntax/index.ts";
import type { SyntaxCase, SyntaxDiagnostic, SyntaxResult, Verdict } from "./cases.ts";
import { decodeEdge, firstDifference } from "./compare.ts";
import type { ConformanceHost } from "./host.ts";
import { valueToJson } from "./value-json.ts";

export function runSyntaxCase(vector: SyntaxCase, host: ConformanceHost): Verdict {
  try {
    const got = execute(vector, host);
    return { got, difference: compare(vector.want, got, host) };
  } catch (error) {
    return {
      got: { threw: String(error) },
      difference: `threw ${error instanceof Error ? error.stack : String(error)}`,
    };
  }
}

function execute(vector: SyntaxCase, host: ConformanceHost): SyntaxResult {
  const bytes = vector.text_b64 === undefined ? encodeUtf8(vector.text ?? "") : host.base64.decode(vector.text_b64);
  const text = decodeEdge(bytes);
  const { file, diagnostics } = parseFile(decodeRaw(bytes));
  const { lines } = file;
  const shown = diagnostics.map((d) => describe(d, lines, ENDED_CODES.has(d.code)));
  const formatted: ReturnType<typeof formatFile> =
    diagnostics.length > 0 ? { ok: false, diagnostics } : formatFile(text);
  const first = shown[0];
  const more = shown.length > 1 ? ` (and ${shown.length - 1} more diagnostics)` : "";
  return {
    diagnostics: shown,
    ...(first === undefined ? {} : { parse_error: `${errorText(first)}${more}` }),
    formatted: formatted.ok ? formatted.text : null,
    ...(vector.want.format_is_stable === undefined ? {} : { format_is_stable: isStable(formatted) }),
    ...(vector.eval && diagnostics.length === 0 ? { attrs: evaluateAttributes(file.body, lines) } : {}),
    ...(vector.decode === undefined || diagnostics.length > 0 ? {} : { decoded: decode(vector.decode, text) }),
  };
}

function isStable(formatted: ReturnType<typeof formatFile>): boolean {
  if (!formatted.ok) return false;
  const again = formatFile(formatted.text);
  return again.ok && again.text === formatted.text;
}

/** The parser's mistakes that are recorded with their end; the others are places only. */
const ENDED_CODES: ReadonlySet<string> = new Set(["syntax-attribute-name", "syntax-block-as-expression"]);

/**
 * Positions as recorded: the end is the last byte of the place, not the one after it; a mistake without a place is at 0:0.
 */
function describe(diagnostic: Diagnostic, lines: LineIndex, ended = true): SyntaxDiagnostic {
  const { severity, message, span } = diagnostic;
  const { value } = diagnostic as ValueDiagnostic;
  if (span === undefined) return { severity, line: 0, column: 0, message };
  const start = lines.position(span.start);
  const end = lines.position(Math.max(span.start, span.end - 1));
  return {
    severity,
    ...start,
    ...(ended ? { end_line: end.line, end_column: end.column } : {}),
    message,
    ...(value === undefined ? {} : { value }),
  };
}

/** A mistake as one line: its place, where it has one, and the message. */
const errorText = ({ line, column, message }: SyntaxDiagnostic): string =>
  line === 0 ? message : `${line}:${column}: ${message}`;

function evaluateAttributes(
  body: ReturnType<typeof parseFile>["file"]["body"],
  lines: LineIndex,
): Record<string, unknown>[] {
  const library = createStandardLibrary({ env: () => undefined });
  return body.flatMap((statement): Record<string, unknown>[] => {
    if (statement.kind !== "attribute") return [];
    const { name } = statement;
    const result = evaluate(statement.value, { lookup: (wanted) => library.get(wanted) });
    if (result.ok) return [{ name, ...valueToJson(result.value) }];
    const diagnostics = result.diagnostics.map((d) => describe(d, lines));
    return [{ name, value: null, error: errorText(diagnostics[0]!), diagnostics }];
  });
}

function decode(kind: "stages" | "config", text: string): NonNullable<SyntaxResult["decoded"]> {
  const lines = new LineIndex(text);
  // Decoding is what is recorded, and not what loading and building refuse.
  const options = { decodeOnly: true };
  const loaded = kind === "stages" ? loadStages(text, options) : loadConfig(text, { ...options, globals: SINKS });
  // What is recorded stops at the first error; the engine continues and reports them all.
  const refused = loaded.diagnostics.find((d) => d.severity === "error");
  if (refused !== undefined) {
    const diagnostic = describe(refused, lines);
    return { error: errorText(diagnostic), diagnostics: [diagnostic] };
  }
  if ("stages" in loaded) return { stages: loaded.stages.map(nameStage) };
  return { config: describeComponents(loaded.components) };
}

const SINKS: ReadonlyMap<string, Value> = new Map([
  [
    "sink",
    object({
      logs: capsule(CAPSULES["logs-receiver"].name, { capsule: "logs-receiver", component: "sink", exported: "logs" }),
      profiles: capsule(CAPSULES["profiles-receiver"].name, {
        capsule: "profiles-receiver",
        component: "sink",
        exported: "profiles",
      }),
    }),
  ],
]);

const nameStage = (node: StageNode): string =>
  node.spec.nests
    ? `${node.spec.name}[${node.children.map((child) => JSON.stringify(nameStage(child))).join(",")}]`
    : node.spec.name;

function describeComponents(components: readonly ComponentNode[]): Record<string, unknown[]> {
  const byName: Record<string, unknown[]> = { "logs.process": [], "profiles.receive_http": [] };
  for (const node of components) {
    const list = byName[node.spec.name] ?? [];
    byName[node.spec.name] = list;
    const common = { label: node.label, receivers: (node.args.forward_to as readonly unknown[]).length };
    if (node.spec.stages) list.push({ ...common, stages: node.stages.map(nameStage) });
    else {
      const http = (node.args.http as { args: Record<string, unknown> } | undefined)?.args ?? {};
      const settings = Object.entries(http).map(([name, value]) =>
        typeof value === "bigint" ? [`${name}_ns`, Number(value)] : [name, value],
      );
      list.push({ ...common, ...Object.fromEntries(settings) });
    }
  }
  return byName;
}

function compare(want: SyntaxResult, got: SyntaxResult, host: ConformanceHost): string | undefined {
  const wantFirst = want.diagnostics[0];
  const gotFirst = got.diagnostics[0];
  if ((wantFirst === undefined) !== (gotFirst === undefined)) {
    return `diagnostics: want ${JSON.stringify(wantFirst ?? "none")}, got ${JSON.stringify(gotFirst ?? "none")}`;
  }
  return (
    comparePlace("diagnostics[0]", wantFirst, gotFirst) ??
    firstDifference(want.formatted, got.formatted, "formatted") ??
    (want.format_is_stable === undefined
      ? undefined
      : firstDifference(want.format_is_stable, got.format_is_stable, "format_is_stable")) ??
    compareAttributes(want.attrs, got.attrs, host) ??
    compareDecoded(want.decoded, got.decoded)
  );
}

function comparePlace(
  path: string,
  want: SyntaxDiagnostic | undefined,
  got: SyntaxDiagnostic | undefined,
): string | undefined {
  if (want === undefined || got === undefined) return undefined;
  if (want.line === got.line && want.column === got.column) return undefined;
  return `${path}: want ${want.line}:${want.column} ${want.message}, got ${got.line}:${got.column} ${got.message}`;
}

function compareAttributes(
  want: SyntaxResult["attrs"],
  got: SyntaxResult["attrs"],
  host: ConformanceHost,
): string | undefined {
  const strip = (attrs: SyntaxResult["attrs"]) =>
    (attrs ?? []).map((attr) => {
      const { error, value_b64, diagnostics: _diagnostics, ...rest } = attr;
      if (error !== undefined) return { name: rest.name, error: true };
      // JSON has no infinity; the recording has the exact text.
      if (rest.type === "float" && !/^-?\d/.test(String(rest.text))) return { ...rest, value: rest.text };
      return value_b64 === undefined ? rest : { ...rest, value: decodeEdge(host.base64.decode(value_b64 as string)) };
    });
  return firstDifference(strip(want), strip(got), "attrs");
}

function compareDecoded(want: SyntaxResult["decoded"], got: SyntaxResult["decoded"]): string | undefined {
  if (want === undefined) return undefined;
  if (got === undefined) return "decoded: nothing, because it does not parse";
  if ((want.error === undefined) !== (got.error === undefined))
    return `decoded: want ${want.error ?? "no error"}, got ${got.error ?? "no error"}`;
  return (
    comparePlace("decoded.diagnostics[0]", want.diagnostics?.[0], got.diagnostics?.[0]) ??
    firstDifference(want.stages, got.stages, "decoded.stages") ??
    firstDifference(want.config, got.config, "decoded.config")
  );
}
