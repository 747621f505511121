/**
 * Reference pages from the specs: arguments, rules, and examples with their real before and after, which are made by
 * running them. Markdown; the files are written and checked by `scripts/check/reference.mjs`.
 */
import { formatRfc3339, parseRfc3339 } from "@sluice/languages/base";
import { parseDuration } from "@sluice/languages/goduration";
import type { ComponentSpec } from "../components/component-spec.ts";
import { isInBothDialects } from "../components/index.ts";
import { CONFIG_BLOCKS } from "../components/logging-block.ts";
import { loadStages } from "../document/load.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";
import type { StageHost } from "../pipeline/stage.ts";
import type { StageCategory, StageExample, StageSpec } from "../pipeline/stage-spec.ts";
import { Preview, type Sample } from "../preview/preview.ts";
import { type AlloyHistory, describeHistory, historyInside, historyOf } from "../schema/alloy-versions.ts";
import { describeExport, isValueExport } from "../schema/exported.ts";
import type { Block, Blocks, Field, Fields, Occurrence } from "../schema/field.ts";
import { callsFunctions, kindOf } from "../schema/value-kinds.ts";
import { describePresence, firstSentence, keywords } from "./describe.ts";
import { cell, codeSpan, fence } from "./markdown.ts";

/** Where an example's clock starts when it does not say. */
const EXAMPLE_NOW = "2026-01-15T08:00:00Z";

const HEADER = "<!-- Made from the spec by scripts/check/reference.mjs; change the spec instead. -->\n\n";

/** The page of a stage. */
export function stageReference(spec: StageSpec, host: StageHost): string {
  const parts = [`# stage.${spec.name}`, BACK, spec.summary];
  if (spec.deprecated !== undefined) parts.push(`**Deprecated:** ${spec.deprecated}`);
  parts.push(...ownHistory(`stage.${spec.name}`));
  if (spec.words.length > 0) parts.push(keywords(spec));
  parts.push(...bodyReference(spec.fields, spec.blocks, "##", `stage.${spec.name}`));
  if (Object.values(spec.fields).some(({ type }) => callsFunctions(type)))
    parts.push("Templates can call [these functions](../template-functions.md).");
  if (spec.nests) parts.push("Takes `stage.*` blocks inside, which run on the entries that match.");
  if (spec.rules !== undefined && spec.rules.length > 0) parts.push(...rulesReference(spec.rules));
  parts.push(STATE[spec.state]);
  if (spec.examples.length > 0)
    parts.push("## Examples", ...spec.examples.map((example) => exampleReference(example, host)));
  return `${HEADER}${parts.join("\n\n")}\n`;
}

const rulesReference = (rules: readonly string[]): string[] => [
  "## Rules",
  rules.map((rule) => `- ${rule}`).join("\n"),
];

const BACK = "[Reference](../README.md)";

const STATE: Readonly<Record<StageSpec["state"], string>> = {
  none: "It treats every entry on its own and keeps no state.",
  stream: "It keeps separate state for each label set.",
  global: "All entries of the pipeline share its state.",
};

/** The page of a component. */
export function componentReference(spec: ComponentSpec): string {
  const exported = Object.entries(spec.exports);
  const parts = [`# ${spec.name}`, BACK, spec.summary];
  if (isInBothDialects(spec)) parts.push(`Alloy's name is the same: \`${spec.name}\`.`);
  else if (spec.alias !== undefined) parts.push(`Alloy's name, which also works: \`${spec.alias}\`.`);
  if (spec.inAlloy !== undefined) parts.push(`Alloy has no such component. In its place it has ${spec.inAlloy}.`);
  parts.push(
    ...ownHistory(spec.alias),
    ...bodyReference(spec.fields, spec.blocks, "##", spec.alias),
    ...notRunReference(spec, spec.alias),
  );
  if (spec.asStage?.rules !== undefined) parts.push(...rulesReference(spec.asStage.rules));
  if (spec.stages) parts.push("Takes `stage.*` blocks inside; see the pages of the stages.");
  parts.push(
    exported.length === 0
      ? "Exports nothing."
      : `Exports: ${exported.map(([name, kind]) => (isValueExport(kind) ? `\`${name}\` (${describeExport(kind)})` : `\`${name}\``)).join(", ")}.`,
  );
  parts.push("## Example", fence("alloy", spec.example.trimEnd()));
  return `${HEADER}${parts.join("\n\n")}\n`;
}

/** The page of a block at the top of a configuration that is no component. */
export function configBlockReference(name: string, { doc, fields, blocks, notRun, ...block }: Block): string {
  const parts = [
    `# ${name}`,
    BACK,
    doc,
    ...bodyReference(fields, blocks, "##", name),
    ...notRunReference({ notRun }, name),
  ];
  const example = `${name} {\n${Object.entries(fields)
    .flatMap(([field, { presence, type }]) =>
      presence.kind === "default"
        ? [
            `  ${field.padEnd(Math.max(...Object.keys(fields).map(({ length }) => length)))} = ${kindOf(type).print(presence.value, type)}\n`,
          ]
        : [],
    )
    .join("")}}`;
  if (block.occurs === "optional") parts.push("Without the block, these settings apply:", fence("alloy", example));
  return `${HEADER}${parts.join("\n\n")}\n`;
}

/** Stages by what they are for, in the order in which a pipeline usually has them. */
const CATEGORIES: Readonly<Record<StageCategory, string>> = {
  parse: "Reading values out of lines",
  transform: "Changing entries",
  filter: "Choosing entries",
  label: "Labels and metadata",
  buffer: "Joining lines",
  metric: "Counting",
};

/** The list of all pages. */
export function referenceIndex(stages: readonly StageSpec[], components: readonly ComponentSpec[]): string {
  const table = (head: string, rows: readonly string[]): string =>
    `| ${head} | what it does |\n|---|---|\n${rows.join("\n")}`;
  const parts = [
    "# Reference",
    "Limits of stages, templates and patterns: [limits](limits.md).",
    "Routes of a running server: [the API](api.md).",
    "Warnings about pipelines that probably do not do what was meant: [lints](lints.md).",
    "Functions that templates can call: [functions of templates](template-functions.md).",
    "Functions that values of arguments can call: [functions of expressions](expression-functions.md).",
    "## Stages",
  ];
  for (const [category, title] of Object.entries(CATEGORIES)) {
    const rows = stages
      .filter((spec) => spec.category === category)
      .map(({ name, summary }) => `| [stage.${name}](stages/${name}.md) | ${cell(summary)} |`);
    if (rows.length > 0) parts.push(`### ${title}`, table("stage", rows));
  }
  const rows = components.map((spec) => {
    const alias = spec.alias === undefined || isInBothDialects(spec) ? "" : ` (Alloy: \`${spec.alias}\`)`;
    return `| [${spec.name}](components/${spec.name}.md)${alias} | ${cell(firstSentence(spec.summary))} |`;
  });
  parts.push("## Components", table("component", rows));
  const blocks = Object.entries(CONFIG_BLOCKS).map(
    ([name, { doc }]) => `| [${name}](${name}.md) | ${cell(firstSentence(doc))} |`,
  );
  parts.push("## The server itself", table("block", blocks));
  return `${HEADER}${parts.join("\n\n")}\n`;
}

/** What changed in Alloy with a component or a stage as a whole. */
const ownHistory = (place: string | undefined): string[] =>
  sentences(place === undefined ? undefined : historyOf(place));

const sentences = (history: AlloyHistory | undefined): string[] => {
  const found = history === undefined ? [] : describeHistory(history);
  return found.length === 0 ? [] : [found.join(" ")];
};

/** `place`: in the table of Alloy's releases. */
function bodyReference(fields: Fields, blocks: Blocks, level: string, place: string | undefined): string[] {
  const parts: string[] = [];
  const entries = Object.entries(fields);
  if (entries.length > 0) parts.push(`${level} Arguments`, argumentTable(entries, place));
  for (const [name, block] of Object.entries(blocks)) parts.push(...blockReference(name, block, level, place));
  if (parts.length === 0) parts.push("It takes no arguments.");
  return parts;
}

/** `around`: the place that the block is in; `title`: with the blocks around it. */
function blockReference(name: string, block: Block, level: string, around: string | undefined, title = name): string[] {
  const place = around === undefined ? undefined : `${around} ${name}`;
  const inner = Object.keys(block.fields).length === 0 ? [] : [argumentTable(Object.entries(block.fields), place)];
  const nested = Object.entries(block.blocks).flatMap(([child, inside]) =>
    blockReference(child, inside, level, place, `${title} › ${child}`),
  );
  const head = `${level} Block \`${title}\`${OCCURRENCES[block.occurs]}`;
  const history = sentences(around === undefined ? undefined : historyInside(around, name));
  return [head, block.doc, ...history, ...inner, ...notRunReference(block, place), ...nested];
}

function notRunReference({ notRun = [] }: Pick<Block, "notRun">, place: string | undefined): string[] {
  const named = notRun.map((name) => {
    const { since, until, between } = (place === undefined ? undefined : historyInside(place, name)) ?? {};
    const when = [
      ...(since === undefined ? [] : [`since ${since}`]),
      ...(between === undefined ? [] : [`by ${between.by}`]),
      ...(until === undefined ? [] : [`until ${until}`]),
    ];
    return `\`${name}\`${when.length === 0 ? "" : ` (${when.join(", ")})`}`;
  });
  return named.length === 0 ? [] : [`Also in Alloy, not supported yet: ${named.join(", ")}.`];
}

const OCCURRENCES: Readonly<Record<Occurrence, string>> = {
  one: "",
  optional: " (optional)",
  many: " (any number)",
  "at-least-one": " (one or more)",
};

function argumentTable(fields: readonly (readonly [string, Field])[], place: string | undefined): string {
  const rows = fields.map(([name, field]) => {
    const { type } = field;
    const choices = kindOf(type).choices(type);
    const values = choices.map(({ value, doc }) => `\n\`"${value}"\`: ${doc}`).join("");
    const unit = field.unit === undefined ? "" : ` Unit: ${field.unit}.`;
    const history = sentences(place === undefined ? undefined : historyInside(place, name)).map((one) => ` ${one}`);
    const example = field.example === undefined ? "" : codeSpan(field.example);
    // The allowed values and their meanings are in the next column.
    const presence = describePresence(field, choices.length > 1 ? "one of these texts" : undefined).replace(
      /, required$/,
      ", **required**",
    );
    return `| \`${name}\` | ${cell(presence)} | ${cell(field.doc + unit + history.join("") + values)} | ${cell(example)} |`;
  });
  return `| argument | type | meaning | example |\n|---|---|---|---|\n${rows.join("\n")}`;
}

function exampleReference(example: StageExample, host: StageHost): string {
  const { stages, diagnostics } = loadStages(example.config);
  const refusal = diagnostics.find(({ severity }) => severity === "error");
  if (refusal !== undefined) throw new Error(`example ${JSON.stringify(example.title)}: ${refusal.message}`);
  const start = parseRfc3339(example.now ?? EXAMPLE_NOW)!;
  const preview = Preview.run({ stages, dialect: "logs" }, example.input.map(toSample), {
    start,
    seed: 1,
    host,
    endAdvance: nanos(example.end_advance),
  });
  const before = example.input.map((_, i) => preview.stepsOf(i)[0]?.before).filter((entry) => entry !== undefined);
  const after = preview.outputs.map(({ entry }) => entry);
  const metrics = preview.exposition();
  return [
    `### ${example.title}`,
    fence("alloy", example.config.trim()),
    "Input:",
    fence("text", before.map(showEntry).join("\n")),
    "Output:",
    fence("text", after.length === 0 ? "no entries" : after.map(showEntry).join("\n")),
    ...(metrics === "" ? [] : ["Metrics:", fence("text", metrics.trimEnd())]),
  ].join("\n\n");
}

function toSample(input: StageExample["input"][number]): Sample {
  return {
    line: input.line,
    labels: input.labels ?? {},
    timestamp: input.timestamp === undefined ? undefined : parseRfc3339(input.timestamp),
    metadata: input.structured_metadata,
    extracted: input.extracted,
    advance: nanos(input.advance),
  };
}

function nanos(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  const parsed = parseDuration(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.nanos;
}

/** An entry as lines: time and labels, the line, then what else it carries. */
function showEntry(entry: Snapshot): string {
  const pairs = (list: Iterable<readonly [string, unknown]>): string =>
    [...list].map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(" ");
  const lines = [`${formatRfc3339(entry.timestamp)} ${entry.labels}`, `  line       ${showLine(entry.line)}`];
  if (entry.metadata.length > 0) lines.push(`  metadata   ${pairs(entry.metadata)}`);
  const extracted = [...entry.extracted].filter(([name, value]) => entry.labels.get(name) !== value);
  if (extracted.length > 0) lines.push(`  extracted  ${pairs(extracted)}`);
  return lines.join("\n");
}

/** Unchanged if it can be seen as it is; with control characters or blanks at its ends, in quotes with escapes. */
function showLine(line: string): string {
  return /^$|^[\s"]|\s$|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(line) ? JSON.stringify(line) : line;
}
