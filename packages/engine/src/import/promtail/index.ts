/**
 * Converts Promtail's configuration into one of ours, in Alloy's dialect. It reads like Alloy's own converter; where that
 * loses a setting of Promtail's, ours keeps it and says so. Every note has its place in the YAML.
 *
 * 1. `unwrap.ts` finds the configuration in the file. Where Promtail runs with `-config.expand-env=true`,
 *    `expand-env.ts` first reads escapes by its rules.
 * 2. `reading.ts` and `fields.ts` read YAML's nodes by the schema of Promtail's structures; stages are decoded loosely
 *    (`loose.ts`).
 * 3. `blocks.ts` writes arguments that are given and differ from Alloy's defaults (`alloy-defaults.ts`).
 *    `check-languages.ts` reads the written stages as those of any document.
 * 4. Vectors of kind `promtail` compare the result, argument by argument, with what Alloy's own converter wrote;
 *    `conformance/config-tree.ts` lists what that loses and ours keeps.
 */
import { parseYamlTree, type YamlNode } from "@sluice/languages/yaml";
import { type Diagnostic, hasErrors } from "../../base/diagnostic.ts";
import { restOfLine } from "../../base/span.ts";
import type { AlloyVersion } from "../../schema/alloy-target.ts";
import { formatFile } from "../../syntax/index.ts";
import { Block } from "./blocks.ts";
import { checkLanguages } from "./check-languages.ts";
import { writeConfig } from "./config.ts";
import { expandEnvironment, findEnvEscape, findOtherSubstitutions, namesVariable } from "./expand-env.ts";
import { readField } from "./fields.ts";
import { fitTarget } from "./fit-target.ts";
import { isNull, Reading, TooMuch } from "./reading.ts";
import { pipelineStages, writeStages } from "./stages.ts";
import { findInObjects, findInValues, type Shape, shapeOf, valueAt, type YamlText } from "./unwrap.ts";

export { alloyDefaults } from "./alloy-defaults.ts";

export interface ImportedConfig {
  /** The configuration, formatted; what could be understood where there are errors, and empty where nothing could. */
  readonly text: string;
  /** What was lost, kept, or is wrong, with places in the text that was given, in their order. */
  readonly diagnostics: readonly Diagnostic[];
  /** Nothing is an error. */
  readonly ok: boolean;
  /** Whether what the file means depends on `-config.expand-env`. */
  readonly dependsOnEnvironment: boolean;
  /** Whether the names of metrics depend on `keepMetricNames`. */
  readonly hasPlainMetrics: boolean;
}

export interface ImportOptions {
  /** Whether Promtail runs with `-config.expand-env=true`; undefined: it is not known. */
  readonly expandEnv?: boolean | undefined;
  /** Metrics without a prefix get Promtail's, `promtail_custom_`. Alloy's own converter renames them. */
  readonly keepMetricNames?: boolean | undefined;
  /** The release of Alloy that the result is for: what it does not take is written otherwise, or left out with a report. */
  readonly target?: AlloyVersion | undefined;
}

/** Characters of a file. */
const MAX_LENGTH = 1024 * 1024;
/** Configurations beside the first that are named. */
const MAX_NAMED = 20;
/** Characters of what is written. */
const MAX_WRITTEN = 2 * 1024 * 1024;

/**
 * Imports a whole file, bare `scrape_configs` or `pipeline_stages`, or Kubernetes objects (ConfigMaps, Secrets) with one of
 * these inside. Never throws for what a text contains; a text longer than 1 Mi characters is refused.
 */
export function importPromtail(text: string, options: ImportOptions = {}): ImportedConfig {
  const problem = findBinary(text);
  if (problem !== undefined) return finish("", [{ severity: "error", code: "import-yaml", message: problem }]);
  const reading = new Reading(text);
  const tree = parseYamlTree(text);
  const known = { ...options, expandEnv: options.expandEnv ?? flagIn(text) };
  const shape = tree.ok && tree.node !== undefined ? shapeOf(tree.node) : undefined;
  if (shape === "helm" && tree.ok) return importValues(text, tree.node!, reading, known);
  if (shape !== "kubernetes") return importYaml({ text, locate: (span) => span }, known);
  const [first, ...others] = findInObjects(text, reading);
  if (first === undefined) {
    reading.error(
      "import-yaml",
      "no ConfigMap or Secret of this file holds a configuration of Promtail",
      tree.ok ? tree.node : undefined,
    );
    return finish("", reading.diagnostics);
  }
  reading.note("import-note", `${JSON.stringify(first.name)} is taken out of its Kubernetes object`, first.at);
  for (const { name, at } of others.slice(0, MAX_NAMED))
    reading.warn(
      "import-not-carried-over",
      `${JSON.stringify(name)} holds another configuration, which is left out: import it by itself`,
      at,
    );
  const more = others.length - MAX_NAMED;
  if (more > 0) reading.warn("import-not-carried-over", `so do ${more} more`, others[MAX_NAMED]!.at);
  const inner = importYaml(first, known);
  return finish(inner.text, [...reading.diagnostics, ...inner.diagnostics], inner);
}

/** What the arguments of a container in the same file say of `-config.expand-env`. */
function flagIn(text: string): boolean | undefined {
  const found = /^\s*-\s+["']?--?config\.expand-env(?:=(true|false))?["']?\s*$/m.exec(text);
  return found === null ? undefined : found[1] !== "false";
}

/** The values of a Helm chart: those of Promtail's hold stages, or a whole configuration. */
function importValues(text: string, root: YamlNode, reading: Reading, options: ImportOptions): ImportedConfig {
  if (valueAt(valueAt(root, "alloy"), "configMap") !== undefined) {
    const message =
      "these are values of Alloy's Helm chart: its configuration is the text of alloy.configMap.content, which can be opened as it is";
    reading.error("import-yaml", message, root);
    return finish("", reading.diagnostics);
  }
  const found = findInValues(text, root, reading);
  if (found === undefined) {
    const message =
      "these are values of a Helm chart, and none of config.file, config.snippets.scrapeConfigs and config.snippets.pipelineStages is a configuration without templates";
    reading.error("import-yaml", message, root);
    return finish("", reading.diagnostics);
  }
  reading.note(
    "import-note",
    `${found.name} is taken out of the values of Promtail's Helm chart; the chart of Alloy ignores config, and takes this text under alloy.configMap.content`,
    found.at,
  );
  const inner = importYaml(found, options);
  return finish(inner.text, [...reading.diagnostics, ...inner.diagnostics], inner);
}

const ON_NOTHING = { dependsOnEnvironment: false, hasPlainMetrics: false };

function finish(
  text: string,
  diagnostics: readonly Diagnostic[],
  { dependsOnEnvironment, hasPlainMetrics }: Pick<ImportedConfig, keyof typeof ON_NOTHING> = ON_NOTHING,
): ImportedConfig {
  const sorted = diagnostics.toSorted((a, b) => (a.span?.start ?? -1) - (b.span?.start ?? -1));
  return { text, diagnostics: sorted, ok: !hasErrors(diagnostics), dependsOnEnvironment, hasPlainMetrics };
}

/** Why a text cannot be YAML, before it is read; undefined if it can. */
function findBinary(text: string): string | undefined {
  if (text.length > MAX_LENGTH)
    return `this file has more than ${MAX_LENGTH} characters: a configuration of Promtail is shorter`;
  if (!text.isWellFormed()) return "this is not a text in UTF-8";
  if (text.includes("\0")) return "this is not a text: it holds zero bytes";
  return undefined;
}

function importYaml(given: YamlText, { expandEnv, ...how }: ImportOptions): ImportedConfig {
  const expanded = expandEnvironment(given, expandEnv);
  const escaped = findEnvEscape(given.text);
  const imported = importExpanded(expanded, how);
  const diagnostics = imported.diagnostics.map((one) => ({ ...one, message: expanded.restore(one.message) }));
  const isOpen = expandEnv === undefined && escaped !== undefined;
  if (isOpen && namesVariable(given.text)) diagnostics.push(askEnvironment(given, escaped));
  else if (isOpen && hasDoubledPattern(given.text)) diagnostics.push(askDoubled(given, escaped));
  if (expandEnv === true) diagnostics.push(...otherSubstitutions(given));
  const dependsOnEnvironment = escaped !== undefined || namesVariable(given.text);
  return finish(expanded.restore(imported.text), diagnostics, { ...imported, dependsOnEnvironment });
}

/** A class of characters with its backslash doubled: `\\\\d+` in a text without escapes of its own. */
const DOUBLED = /\\\\[dswDSW](?:[+*?{]|\\\\)/;

/** Whether a text of the file, without the escapes of YAML, has a pattern as one is written for `-config.expand-env=true`. */
function hasDoubledPattern(text: string): boolean {
  const tree = parseYamlTree(text);
  const isDoubled = ({ kind, text, items }: YamlNode): boolean =>
    kind === "scalar" ? DOUBLED.test(text) : items.some(isDoubled);
  return tree.ok && tree.node !== undefined && isDoubled(tree.node);
}

/** Says that patterns seem to be written for Promtail with the environment substituted. */
function askDoubled({ text, locate }: YamlText, at: number): Diagnostic {
  const place = Math.max(at, text.search(DOUBLED));
  return {
    code: "import-environment",
    severity: "warning",
    message:
      "a doubled backslash looks for a backslash itself, unless Promtail runs with -config.expand-env=true, which makes it a single one: say how it runs (in a terminal by --expand-env or --no-expand-env)",
    span: locate({ start: place, end: place + 2 }),
  };
}

/** Says that two ways of reading the file differ, at the first escape. */
function askEnvironment({ text, locate }: YamlText, at: number): Diagnostic {
  const found = text.slice(at, at + 2);
  return {
    code: "import-environment",
    severity: "warning",
    message: `with -config.expand-env=true Promtail reads ${found} as ${found[1]}, and without it nothing in braces is a variable: say how it runs (in a terminal by --expand-env or --no-expand-env)`,
    span: locate({ start: at, end: at + 2 }),
  };
}

/** Reports variables with another form than a plain name or one with a default: they stay text. */
function otherSubstitutions({ text, locate }: YamlText): Diagnostic[] {
  return findOtherSubstitutions(text)
    .slice(0, MAX_NAMED)
    .map((span) => ({
      code: "import-environment",
      severity: "warning",
      message: `${text.slice(span.start, span.end)} stays text here: Promtail changes the variable before it puts it in, and sys.env has no such thing`,
      span: locate(span),
    }));
}

function importExpanded({ text, locate }: YamlText, how: Omit<ImportOptions, "expandEnv">): ImportedConfig {
  const reading = new Reading(text, locate, how);
  const tree = parseYamlTree(text);
  if (!tree.ok) {
    const span = restOfLine(text, tree.offset ?? 0);
    const message = `this is not YAML: ${tree.message.replace(/^yaml: (?:line \d+: )?/, "")}`;
    return finish("", [{ severity: "error", code: "import-yaml", message, span: locate(span) }]);
  }
  let blocks: Block[] = [];
  try {
    if (tree.node !== undefined) blocks = write(tree.node, reading);
    if (blocks.reduce((sum, { size }) => sum + size, 0) > MAX_WRITTEN)
      throw new TooMuch(`the imported configuration would have more than ${MAX_WRITTEN} characters`);
  } catch (problem) {
    if (!(problem instanceof TooMuch)) throw problem;
    blocks = [];
    reading.error("import-yaml", problem.message);
  }
  fitTarget(blocks, reading);
  const raw = blocks.map((block) => block.print()).join("\n");
  const formatted = formatFile(raw);
  if (!formatted.ok) throw new Error(`the imported configuration does not parse: ${formatted.diagnostics[0]!.message}`);
  checkLanguages(blocks, reading);
  const { hasPlainMetrics } = reading;
  return finish(blocks.length === 0 ? "" : formatted.text, reading.diagnostics, { ...ON_NOTHING, hasPlainMetrics });
}

function write(root: YamlNode, reading: Reading): Block[] {
  const shape = shapeOf(root);
  if (isNull(root)) return [];
  if (shape !== "stages" && shape !== "pipeline")
    return writeConfig(shape === "scrape-configs" ? asConfig(root) : root, reading);
  return writeBare(root, shape, reading);
}

/** A list of jobs as the configuration that has them. */
function asConfig(root: YamlNode): YamlNode {
  const scalar = { tagged: false, plain: true, items: [], target: undefined, line: root.line, start: root.start };
  const key: YamlNode = { ...scalar, kind: "scalar", tag: "!!str", text: "scrape_configs" };
  return { ...scalar, kind: "mapping", tag: "!!map", text: "", items: [key, root] };
}

/** Stages without a job: a pipeline that forwards to nothing yet. */
function writeBare(root: YamlNode, shape: Shape, reading: Reading): Block[] {
  const node = shape === "stages" ? root : valueAt(root, "pipeline_stages");
  const stages = node === undefined ? undefined : readField(pipelineStages, node, reading);
  if (stages === undefined) return [];
  const process = new Block("loki.process", "default", root);
  process.set("forward_to", "[]");
  writeStages(stages, process, reading);
  reading.note("import-note", "the file has only stages: put the receivers of their entries into forward_to", root);
  return [process];
}
