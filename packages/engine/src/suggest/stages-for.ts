/** The stages of each action, as configuration text. */
import { quoteMeta } from "@sluice/languages/re2";
import { writeStage } from "../detect/index.ts";
import { bucketsFor } from "../metrics/buckets.ts";
import { quoteString, writeText } from "../syntax/index.ts";

export const VALUE_ACTIONS = [
  "label",
  "structured_metadata",
  "timestamp",
  "drop",
  "keep",
  "redact",
  "count",
  "sum",
  "histogram",
  "extract",
] as const;
export type ValueAction = (typeof VALUE_ACTIONS)[number];

export interface ActionInput {
  /** Extracted value that the stages read. */
  readonly source: string;
  /** What labels, metrics and metadata of it are called. */
  readonly name: string;
  readonly value: string;
  /** Of a time. */
  readonly format: string | undefined;
  /** Finds the text in lines: an expression with one group. */
  readonly expression: string | undefined;
  /** Whether the value is extracted, so that it has to be redacted there as well. */
  readonly extracted: boolean;
  /** Its numbers in the entries; none where most are no numbers. */
  readonly numbers: readonly number[];
  /** A name that is not taken, for which a value or a metric is needed. */
  readonly freeName: (wanted: string) => string;
}

/** Stages for `action`, each a text; none where there is nothing to do. */
export function stagesFor(action: ValueAction, input: ActionInput): string[] {
  const { source, name, value, format, numbers, freeName } = input;
  const named = { [name]: name === source ? "" : source };
  switch (action) {
    case "label":
      return [writeStage("labels", { values: named })];
    case "structured_metadata":
      return [writeStage("structured_metadata", { values: named })];
    case "timestamp":
      return format === undefined
        ? []
        : [writeStage("timestamp", { source: writeText(source), format: writeText(format) })];
    case "drop":
      return canDropOn(source, value)
        ? [writeStage("drop", { source: writeText(source), value: writeText(value) })]
        : [];
    case "keep":
      return keep(source, value, freeName(`${name}_kept`));
    case "redact":
      return redact(input);
    case "count":
      return [metric("counter", [freeName(`${name}_total`), `Entries with ${name}.`, source, 'action = "inc"'])];
    case "sum":
      return numbers.length === 0
        ? []
        : [metric("counter", [freeName(`${name}_sum_total`), `Sum of ${name}.`, source, 'action = "add"'])];
    case "histogram": {
      const buckets = `buckets = [${bucketsFor(numbers).join(", ")}]`;
      return numbers.length === 0
        ? []
        : [metric("histogram", [freeName(name), `Distribution of ${name}.`, source, buckets])];
    }
    case "extract":
      return [];
  }
}

type MetricText = readonly [name: string, description: string, source: string, last: string];

function metric(kind: "counter" | "histogram", [name, description, source, last]: MetricText): string {
  const named = `name = ${quoteString(name)}\ndescription = ${quoteString(description)}`;
  return writeStage("metrics", {}, `metric.${kind} {\n${named}\nsource = ${quoteString(source)}\n${last}\n}\n`);
}

/** Stages that drop entries by a label that they have, or all others. */
export function stagesForLabel(action: "drop" | "keep", name: string, value: string): string[] {
  const selector = `{${name}${action === "drop" ? "=" : "!="}${quoteString(value)}}`;
  return [writeStage("match", { selector: writeText(selector), action: '"drop"' })];
}

/** Stages that drop entries whose line contains `text`. */
export const stagesForText = (text: string): string[] => [
  writeStage("drop", { expression: writeText(quoteMeta(text)) }),
];

/** An empty value means none to `stage.drop`, and a comma that there are several sources. */
const canDropOn = (source: string, value: string): boolean => value !== "" && !source.includes(",");

/** An extra value marks the entries that stay: `drop` can only name those to drop. */
function keep(source: string, value: string, kept: string): string[] {
  const field = /^[A-Za-z_]\w*$/.test(source) ? `.${source}` : `(index . ${quoteString(source)})`;
  const template = `{{ if eq (toString ${field}) ${quoteString(value)} }}yes{{ else }}no{{ end }}`;
  return [
    writeStage("template", { source: writeText(kept), template: writeText(template) }),
    writeStage("drop", { source: writeText(kept), value: '"no"' }),
  ];
}

/** Its place in the line, and where it was extracted. */
function redact({ source, value, expression, extracted }: ActionInput): string[] {
  if (value === "") return [];
  const replace = (given: Record<string, string>) => writeStage("replace", { ...given, replace: '"****"' });
  return [
    ...(expression === undefined ? [] : [replace({ expression: writeText(expression) })]),
    ...(extracted ? [replace({ expression: writeText("(?s)^(.+)$"), source: writeText(source) })] : []),
  ];
}
