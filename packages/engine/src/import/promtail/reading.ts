/**
 * Reads YAML nodes by a schema, like Go's strict `yaml.v2` decodes into structures: fields declare their types, and every
 * mistake is reported at its place. The size of a document with expanded aliases is limited.
 */
import { resolveOldScalar, type YamlNode, type YamlValue } from "@sluice/languages/yaml";
import type { Diagnostic, Severity } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import type { AlloyVersion } from "../../schema/alloy-target.ts";
import { CompiledTexts } from "../../schema/compiled-text.ts";

/** Nodes that are read, those that aliases repeat counted each time. */
const MAX_NODES = 100_000;
/** How deep they nest, aliases followed. */
const MAX_DEPTH = 250;
/** Remarks that are kept. */
const MAX_REMARKS = 1000;

/** Internal: reading ends here, and the message is reported. */
export class TooMuch extends Error {}

export type Code =
  | "import-yaml"
  | "import-unknown-key"
  | "import-duplicate-key"
  | "import-type"
  | "import-value"
  | "import-stage"
  | "import-name"
  | "import-not-carried-over"
  | "import-kept"
  | "import-environment"
  | "import-language"
  | "import-note";

/** What a text has to say on the way, with places in it. */
export class Reading {
  readonly #text: string;
  readonly #locate: (span: Span) => Span;
  readonly diagnostics: Diagnostic[] = [];
  /** What is checked of texts of embedded languages: their cost together is bounded. */
  readonly texts = new CompiledTexts();
  /** Metrics without a prefix get Promtail's, so that they keep their names. */
  readonly keepsMetricNames: boolean;
  /** The release of Alloy that the result is for; undefined: the newest. */
  readonly target: AlloyVersion | undefined;
  /** Some metric has no prefix: its name depends on that. */
  hasPlainMetrics = false;
  readonly #told = new Set<string>();
  #nodes = 0;
  #depth = 0;

  /** `locate` maps a place in `text` to one in the user's file. */
  constructor(
    text: string,
    locate: (span: Span) => Span = (span) => span,
    {
      keepMetricNames = false,
      target,
    }: { keepMetricNames?: boolean | undefined; target?: AlloyVersion | undefined } = {},
  ) {
    this.#text = text;
    this.keepsMetricNames = keepMetricNames;
    this.target = target;
    this.#locate = locate;
  }

  tell(severity: Severity, code: Code, message: string, node?: YamlNode): void {
    if (this.diagnostics.length >= MAX_REMARKS) return;
    const span = node === undefined ? undefined : this.#locate(this.spanOf(node));
    // The source of two components is read twice.
    const identity = `${span?.start} ${message}`;
    if (this.#told.has(identity)) return;
    this.#told.add(identity);
    this.diagnostics.push({ severity, code, message, ...(span !== undefined && { span }) });
  }

  error(code: Code, message: string, node?: YamlNode): undefined {
    this.tell("error", code, message, node);
    return undefined;
  }

  warn(code: Code, message: string, node?: YamlNode): void {
    this.tell("warning", code, message, node);
  }

  note(code: Code, message: string, node?: YamlNode): void {
    this.tell("info", code, message, node);
  }

  /** A remark that is made once, at the first place where it is due. */
  noteOnce(code: Code, message: string, node: YamlNode): void {
    if (this.#isNew(message)) this.note(code, message, node);
  }

  warnOnce(code: Code, message: string, node: YamlNode | undefined): void {
    if (this.#isNew(message)) this.warn(code, message, node);
  }

  #isNew(message: string): boolean {
    if (this.#told.has(message)) return false;
    this.#told.add(message);
    return true;
  }

  /** A scalar as a whole, of anything else the line on which it starts. */
  spanOf({ start, kind, text, plain }: YamlNode): Span {
    if (kind === "scalar" && plain && text !== "" && this.#text.startsWith(text, start))
      return { start, end: start + text.length };
    const end = this.#text.indexOf("\n", start);
    return { start, end: end < 0 ? this.#text.length : Math.max(end, start) };
  }

  /** The node that is meant, aliases followed. */
  follow(node: YamlNode): YamlNode {
    if (++this.#nodes > MAX_NODES)
      throw new TooMuch(`the file has more than ${MAX_NODES} values once its aliases are expanded`);
    let at = node;
    while (at.kind === "alias") at = at.target!;
    return at;
  }

  /** Reads the content of a node. */
  within<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH)
      throw new TooMuch(`the file nests deeper than ${MAX_DEPTH} levels once its aliases are expanded`);
    const result = read();
    this.#depth--;
    return result;
  }

  /** The pairs of a mapping, with those of merge keys in place. */
  *pairs(node: YamlNode): Generator<{ key: YamlNode; value: YamlNode; merged: boolean }> {
    for (let i = 0; i < node.items.length; i += 2) {
      const [key, value] = [this.follow(node.items[i]!), node.items[i + 1]!];
      if (!isMerge(key)) yield { key, value, merged: false };
      else yield* this.#merged(value);
    }
  }

  *#merged(value: YamlNode): Generator<{ key: YamlNode; value: YamlNode; merged: boolean }> {
    const source = this.follow(value);
    // Of several, the first takes precedence: it comes last.
    const sources = source.kind === "sequence" ? source.items.map((item) => this.follow(item)).reverse() : [source];
    for (const one of sources) {
      if (one.kind !== "mapping") {
        this.error("import-type", "a merge key (<<) takes a mapping, or a list of mappings", value);
        continue;
      }
      for (const pair of this.within(() => [...this.pairs(one)])) yield { ...pair, merged: true };
    }
  }
}

const isMerge = (node: YamlNode): boolean => node.kind === "scalar" && node.text === "<<" && node.tag === "!!merge";

/** What a scalar means; undefined for a mistake, which is reported. */
export function scalarValue(node: YamlNode, reading: Reading): YamlValue | undefined {
  const resolved = resolveOldScalar(node);
  return "message" in resolved ? reading.error("import-type", resolved.message, node) : resolved.value;
}

/** Whether a node (no alias) is null, however it is written. */
export function isNull(node: YamlNode): boolean {
  if (node.kind !== "scalar") return false;
  const resolved = resolveOldScalar(node);
  return "value" in resolved && resolved.value === null;
}

const NOUNS = { mapping: "a mapping", sequence: "a list", alias: "an alias" } as const;

/** What a node is, without what it says: it may be a secret. */
export function describeNode(node: YamlNode): string {
  if (node.kind !== "scalar") return NOUNS[node.kind];
  const resolved = resolveOldScalar(node);
  if (!("value" in resolved)) return "a scalar";
  const { value } = resolved;
  if (value === null) return "null";
  if (typeof value === "boolean") return "a boolean";
  return typeof value === "string" ? "a text" : typeof value === "bigint" ? "a whole number" : "a number";
}
