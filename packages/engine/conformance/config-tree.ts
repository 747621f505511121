/**
 * Configurations as plain trees that can be compared: arguments by name with their values, blocks in order. Differences without
 * effect are removed from both. Components that the engine does not run are compared as written.
 */
import { alloyDefaults } from "../src/import/promtail/index.ts";
import type { BlockStatement, Expression, SourceFile, Statement } from "../src/syntax/ast.ts";
import {
  createScope,
  createStandardLibrary,
  evaluate,
  formatExpression,
  parseFile,
  type Value,
} from "../src/syntax/index.ts";
import { canonical } from "./compare.ts";

export interface BlockTree {
  /** With its label: `loki.write default`. */
  readonly head: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly blocks: readonly BlockTree[];
}

export type ConfigTree = readonly BlockTree[];

const byHead = (a: BlockTree, b: BlockTree): number => (a.head < b.head ? -1 : a.head > b.head ? 1 : 0);

/** Components in the order of their names: theirs in the text means nothing. */
export function readConfigTree(file: SourceFile): ConfigTree {
  return blocksOf(file.body, "", file).sort(byHead);
}

/** Blocks that say nothing when they are empty. */
const PLAIN = new Set(
  "http grpc tls_config basic_auth authorization oauth2 authentication sasl_config oauth_config http_client_config namespaces attach_metadata file_watch decompression queue_config limit labels".split(
    " ",
  ),
);

function blocksOf(body: readonly Statement[], path: string, file: SourceFile): BlockTree[] {
  const blocks = body
    .filter((statement) => statement.kind === "block")
    .map((statement) => blockOf(statement, path, file));
  const said = blocks.filter(
    ({ head, args, blocks: inner }) => !PLAIN.has(head) || Object.keys(args).length + inner.length > 0,
  );
  // The order of stages matters, that of different blocks of arguments does not.
  return said.some(({ head }) => head.startsWith("stage.")) ? said : said.toSorted(byHead);
}

/** Path of a block for the table of defaults. */
const pathOf = (name: string, around: string): string =>
  around === "" || name.startsWith("stage.") ? name : `${around}/${name}`;

function blockOf({ name, label, body }: BlockStatement, around: string, file: SourceFile): BlockTree {
  const path = pathOf(name, around);
  const defaults = alloyDefaults(path);
  const args: Record<string, unknown> = {};
  for (const statement of body) {
    if (statement.kind !== "attribute") continue;
    const value = readValue(statement.value, file);
    const usual = defaults[statement.name];
    if (isNothing(value) || (usual !== undefined && canonical(value) === canonical(parsedValue(usual)))) continue;
    args[statement.name] = value;
  }
  return { head: label ? `${name} ${label}` : name, args, blocks: blocksOf(body, path, file) };
}

const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === "object" && Object.keys(value as object).length === 0);

function parsedValue(text: string): unknown {
  const { file } = parseFile(`v = ${text}`);
  const [statement] = file.body;
  return statement?.kind === "attribute" ? readValue(statement.value, file) : undefined;
}

const SCOPE = createScope(createStandardLibrary({}));

/** A value; what depends on other components, or on the machine, by its formatted text. */
function readValue(expression: Expression, file: SourceFile): unknown {
  switch (expression.kind) {
    case "array":
      return expression.elements.map((element) => readValue(element, file));
    case "object":
      return Object.fromEntries(expression.fields.map(({ name, value }) => [name, readValue(value, file)]));
    case "literal": {
      const result = evaluate(expression, SCOPE, file);
      return result.ok ? plain(result.value) : { expression: expression.text };
    }
    default:
      return textWithVariables(expression) ?? { expression: formatExpression(expression, file) };
  }
}

function plain(value: Value): unknown {
  if (value.type === "string") return variableForm(value.value);
  if (value.type === "number") return Number(value.value);
  return value.type === "bool" ? value.value : null;
}

/** The one form of `${NAME}` and `${NAME:-default}`, also where a URL has it escaped. */
const variableForm = (text: string): string =>
  text.replace(/\$%7B(.*?)%7D/g, "${$1}").replace(/\$\{(\w+):[-=]?([^${}]+)\}/g, "${$1:-$2}");

/** A sum of texts and environment variables as the text that Promtail writes. */
function textWithVariables(expression: Expression): string | undefined {
  if (expression.kind === "paren") return textWithVariables(expression.inner);
  if (expression.kind === "literal" && expression.literal === "string") {
    const result = evaluate(expression, SCOPE);
    return result.ok && result.value.type === "string" ? variableForm(result.value.value) : undefined;
  }
  if (expression.kind === "binary" && expression.operator === "+") {
    const [left, right] = [textWithVariables(expression.left), textWithVariables(expression.right)];
    return left === undefined || right === undefined ? undefined : `${left}${right}`;
  }
  if (expression.kind !== "call") return undefined;
  const [first, second] = expression.args.map(textWithVariables);
  const { value: callee } = expression;
  if (callee.kind === "access" && callee.name === "env" && callee.value.kind === "identifier" && first !== undefined)
    return `\${${first}}`;
  const variable = /^\$\{(\w+)\}$/.exec(first ?? "")?.[1];
  if (callee.kind === "identifier" && callee.name === "coalesce" && variable !== undefined && second !== undefined)
    return `\${${variable}:-${second}}`;
  return undefined;
}

/** What the original's converter writes as zero where Promtail means its default, by the path of the block. */
const LOST: Readonly<Record<string, readonly string[]>> = {
  "loki.source.syslog/listener": [
    "protocol",
    "idle_timeout",
    "max_message_length",
    "udp_queue_size",
    "udp_host_cache_size",
    "syslog_format",
  ],
  "loki.source.api": ["graceful_shutdown_timeout", "max_send_message_size"],
  "loki.source.gcplog/push": ["graceful_shutdown_timeout"],
  "loki.source.heroku": ["graceful_shutdown_timeout"],
  "loki.source.kafka": ["group_id", "assignor", "version"],
  "loki.source.kafka/authentication": ["type"],
  "loki.source.kafka/authentication/sasl_config": ["mechanism"],
  "loki.source.kafka/authentication/sasl_config/oauth_config": ["token_provider"],
  "loki.source.azure_event_hubs": ["group_id", "assignor"],
  "loki.source.azure_event_hubs/authentication": ["mechanism"],
  "loki.source.windowsevent": ["poll_interval", "xpath_query", "bookmark_path"],
  "loki.source.gelf": ["listen_address"],
  "loki.source.cloudflare": ["workers", "pull_range", "fields_type"],
  "discovery.docker": ["match_first_network"],
  "stage.multiline": ["max_lines", "max_wait_time"],
  "stage.pack": ["ingest_timestamp"],
  "stage.metrics/metric.counter": ["max_idle_duration"],
  "stage.metrics/metric.gauge": ["max_idle_duration"],
  "stage.metrics/metric.histogram": ["max_idle_duration"],
};
/** Our value in place of one that the original loses. */
const INSTEAD: Readonly<Record<string, unknown>> = { mechanism: "connection_string" };
/** What the original's converter leaves out and ours keeps. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  "loki.source.journal": ["matches"],
  "loki.source.cloudflare": ["additional_fields"],
  "discovery.digitalocean": ["bearer_token", "bearer_token_file"],
  "stage.geoip": ["custom_lookups"],
  // Promtail keeps equal times, and the original's converter leaves it at Alloy's default, which moves them on.
  "stage.timestamp": ["action_on_duplicate_timestamp"],
};
/** Of any block: settings of HTTP clients that only ours keeps. */
const KEPT_EVERYWHERE = ["http_headers"];
/** Settings that the original writes a second time as a block. */
const TWICE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "discovery.consul": { basic_auth: ["username", "password"], authorization: ["token"] },
};

const ZEROS: ReadonlySet<unknown> = new Set(["", "0s", "0B", 0, false]);

/** Both trees without what the original loses or writes twice; ours is right there. */
export function alike(want: ConfigTree, got: ConfigTree, around = ""): [BlockTree[], BlockTree[]] {
  const pairs = want.map((block, i) => alikeBlock(block, got[i], around));
  return [pairs.map(([one]) => one), [...pairs.flatMap(([, other]) => other ?? []), ...got.slice(want.length)]];
}

function alikeBlock(want: BlockTree, got: BlockTree | undefined, around: string): [BlockTree, BlockTree | undefined] {
  if (got === undefined || got.head !== want.head) return [want, got];
  const path = pathOf(want.head.split(" ")[0]!, around);
  const [wanted, ours] = [{ ...want.args }, { ...got.args }];
  for (const name of LOST[path] ?? []) {
    if (!ZEROS.has(wanted[name]) || (name in ours && ours[name] !== INSTEAD[name])) continue;
    delete wanted[name];
    delete ours[name];
  }
  for (const name of [...(KEPT[path] ?? []), ...KEPT_EVERYWHERE]) if (!(name in wanted)) delete ours[name];
  for (const [name, value] of Object.entries(wanted)) if (value === "(secret)" && name in ours) ours[name] = value;
  const twice = TWICE[path] ?? {};
  const hidden = (head: string) =>
    (twice[head] ?? []).some((name) => name in wanted) && !got.blocks.some((block) => block.head === head);
  const inner = want.blocks.filter(({ head }) => !hidden(head));
  const lossy = inner.filter((block) => !isLostWhole(block, path, got));
  const [wantBlocks, gotBlocks] = alike(lossy, got.blocks, path);
  return [
    { ...want, args: wanted, blocks: wantBlocks },
    { ...got, args: ours, blocks: gotBlocks },
  ];
}

/** A block with nothing but lost values, which ours does not have. */
function isLostWhole(block: BlockTree, around: string, got: BlockTree): boolean {
  if (!PLAIN.has(block.head) || got.blocks.some(({ head }) => head === block.head)) return false;
  const path = pathOf(block.head, around);
  const lost = LOST[path] ?? [];
  const onlyLost = Object.entries(block.args).every(([name, value]) => lost.includes(name) && ZEROS.has(value));
  return onlyLost && block.blocks.every((inner) => isLostWhole(inner, path, { head: "", args: {}, blocks: [] }));
}
