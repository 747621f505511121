/**
 * The content of a file: a configuration of Promtail, a part of one, or Kubernetes objects (a ConfigMap) with one inside.
 * Places in a nested configuration are those of the outer text.
 */
import { decodeGo, encodeUtf8 } from "@sluice/languages/base";
import { decodeBase64 } from "@sluice/languages/gobase64";
import { parseYamlTree, type YamlNode } from "@sluice/languages/yaml";
import { LineIndex, type Span } from "../../base/span.ts";
import { isNull, type Reading } from "./reading.ts";

/** A YAML text, and the map of its places to the user's file. */
export interface YamlText {
  readonly text: string;
  readonly locate: (span: Span) => Span;
}

const PROMTAIL_KEYS = [
  "scrape_configs",
  "clients",
  "client",
  "positions",
  "target_config",
  "limits_config",
  "pipeline_stages",
];

export type Shape = "config" | "scrape-configs" | "pipeline" | "stages" | "kubernetes" | "helm";

/** What the root of a document is. */
export function shapeOf(root: YamlNode): Shape {
  if (root.kind === "sequence") {
    const keys = root.items.flatMap((item) => keysOf(item));
    return keys.includes("job_name") ? "scrape-configs" : "stages";
  }
  const keys = keysOf(root);
  if (keys.includes("kind") && keys.includes("apiVersion")) return "kubernetes";
  if (keys.length > 0 && keys.every((key) => key === "pipeline_stages")) return "pipeline";
  return keys.some((key) => PROMTAIL_KEYS.includes(key)) || !isValues(root) ? "config" : "helm";
}

/** Whether these are values of the Helm chart of Promtail or Alloy. */
function isValues(root: YamlNode): boolean {
  const given = valueAt(root, "config");
  const config = given === undefined ? [] : keysOf(given);
  return (
    config.some((key) => ["snippets", "clients", "file", "serverPort", "logLevel"].includes(key)) ||
    valueAt(valueAt(root, "alloy"), "configMap") !== undefined
  );
}

function keysOf(given: YamlNode): string[] {
  const node = given.target ?? given;
  return node.kind === "mapping" ? node.items.filter((_, i) => i % 2 === 0).map(({ text }) => text) : [];
}

/** The value of a key of a mapping, without merge keys. */
export function valueAt(given: YamlNode | undefined, key: string): YamlNode | undefined {
  const node = given?.target ?? given;
  if (node?.kind !== "mapping") return undefined;
  const at = node.items.findIndex(({ text, kind }, i) => i % 2 === 0 && kind === "scalar" && text === key);
  const value = at < 0 ? undefined : node.items[at + 1];
  return value?.target ?? value;
}

/** The configuration in the values of Promtail's chart: a whole one, jobs, or stages. Texts with templates are none. */
export function findInValues(text: string, root: YamlNode, reading: Reading): InObject | undefined {
  const config = valueAt(root, "config");
  const snippets = valueAt(config, "snippets");
  const texts = [
    { name: "config.file", node: valueAt(config, "file") },
    { name: "config.snippets.scrapeConfigs", node: valueAt(snippets, "scrapeConfigs") },
  ];
  for (const { name, node } of texts) {
    if (node?.kind !== "scalar" || node.text.includes("{{") || node.text.trim() === "") continue;
    return { text: node.text, name, at: node, locate: locateIn(text, node.text, reading.spanOf(node)) };
  }
  const stages = valueAt(snippets, "pipelineStages");
  if (stages?.kind !== "sequence") return undefined;
  // All before it is blank, so that places and columns stay.
  const before = text.slice(0, stages.start).replaceAll(/[^\n]/g, " ");
  const inner = before + text.slice(stages.start, endOfSequence(text, stages.start));
  return { text: inner, name: "config.snippets.pipelineStages", at: stages, locate: (span) => span };
}

/** Where a sequence ends: before the next line that is indented less, or as far and is no item. */
function endOfSequence(text: string, start: number): number {
  if (text[start] === "[") return text.indexOf("]\n", start) < 0 ? text.length : text.indexOf("]\n", start) + 1;
  const column = start - (text.lastIndexOf("\n", start - 1) + 1);
  for (let line = text.indexOf("\n", start) + 1; line > 0; line = text.indexOf("\n", line) + 1) {
    const [, indent, first] = /^([ \t]*)(\S?)/.exec(text.slice(line, text.indexOf("\n", line) + 1 || text.length))!;
    if (first === "" || first === "#") continue;
    if (indent!.length < column || (indent!.length === column && first !== "-")) return line;
  }
  return text.length;
}

/** Limits of the documents of a file, and of the configurations that are named. */
const MAX_DOCUMENTS = 1000;
const MAX_FOUND = 100;

/** The documents of a file, by the lines that begin them. */
function splitDocuments(text: string): { text: string; start: number }[] {
  const starts = [0, ...[...text.matchAll(/^---(?=\s|$)/gm)].map(({ index }) => index)].filter(
    (at, i) => i === 0 || at > 0,
  );
  return starts.slice(0, MAX_DOCUMENTS).map((start, i) => ({ text: text.slice(start, starts[i + 1]), start }));
}

export interface InObject extends YamlText {
  /** Its key, as a text and as a place in the user's file. */
  readonly name: string;
  readonly at: YamlNode;
}

/** Configurations of Promtail in the ConfigMaps and Secrets of a file, in its order, each with the name that it has there. */
export function findInObjects(text: string, reading: Reading): InObject[] {
  const found: InObject[] = [];
  for (const document of splitDocuments(text)) {
    const tree = parseYamlTree(document.text);
    if (!tree.ok || tree.node === undefined) continue;
    const list = valueAt(tree.node, "kind")?.text.endsWith("List") ? valueAt(tree.node, "items") : undefined;
    for (const object of list?.items ?? [tree.node]) found.push(...inObject(object, document, text, reading));
    if (found.length >= MAX_FOUND) break;
  }
  return found;
}

function* inObject(
  object: YamlNode,
  document: { text: string; start: number },
  whole: string,
  reading: Reading,
): Generator<InObject> {
  const kind = valueAt(object, "kind")?.text;
  if (kind !== "ConfigMap" && kind !== "Secret") return;
  for (const part of ["data", "stringData"]) {
    const data = valueAt(object, part);
    for (const [i, key] of (data?.kind === "mapping" ? data.items : []).entries()) {
      if (i % 2 === 1) continue;
      const value = data!.items[i + 1]!;
      if (value.kind !== "scalar") continue;
      const encoded = kind === "Secret" && part === "data";
      const inner = encoded ? decodeSecret(value.text) : value.text;
      if (inner === undefined || !isPromtail(inner)) continue;
      const span = reading.spanOf({ ...value, start: value.start + document.start });
      const at = { ...key, start: key.start + document.start };
      yield { text: inner, name: key.text, at, locate: encoded ? () => span : locateIn(whole, inner, span) };
    }
  }
}

function decodeSecret(text: string): string | undefined {
  const bytes = decodeBase64(encodeUtf8(text.replace(/\s/g, "")));
  return typeof bytes === "number" ? undefined : decodeGo(bytes);
}

function isPromtail(text: string): boolean {
  const tree = parseYamlTree(text);
  if (!tree.ok) return /^\s*(?:scrape_configs|pipeline_stages)\s*:/m.test(text);
  if (tree.node === undefined || isNull(tree.node)) return false;
  return keysOf(tree.node).some((key) => PROMTAIL_KEYS.includes(key));
}

/** Places of `inner`, a block scalar that begins at `at`, in the text around it; the whole scalar for any other. */
function locateIn(outer: string, inner: string, at: Span): (span: Span) => Span {
  let lines: { outerLines: LineIndex; innerLines: LineIndex } | undefined;
  const move = (offset: number): number | undefined => {
    lines ??= { outerLines: new LineIndex(outer), innerLines: new LineIndex(inner) };
    const { outerLines, innerLines } = lines;
    const first = outerLines.position(at.start).line + 1;
    const { line } = innerLines.position(offset);
    const [wanted, around] = [innerLines.lineText(line), outerLines.lineText(first + line - 1)];
    if (!around.endsWith(wanted)) return undefined;
    return (
      outerLines.lineStart(first + line - 1) + around.length - wanted.length + (offset - innerLines.lineStart(line))
    );
  };
  return ({ start, end }) => {
    const [from, to] = [move(start), move(end)];
    return from === undefined || to === undefined ? at : { start: from, end: to };
  };
}
