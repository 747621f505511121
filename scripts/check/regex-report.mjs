// Writes the figures of docs/regex.md: the classes of the patterns of the recorded vectors, of the benchmark's workloads
// and of the specs' examples. `--check` only compares, and fails if the section is stale.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOrExit } from "../build.mjs";

buildOrExit(["engine"]);
const { loadStages, STAGES } = await import("../../packages/engine/dist/src/index.js");
const { describeRegex } = await import("../../packages/languages/dist/src/re2/index.js");

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const doc = join(root, "docs/regex.md");
const vectors = join(root, "packages/engine/conformance/vectors");
const bench = join(root, "packages/engine/bench");
const BEGIN = "<!-- begin: written by scripts/check/regex-report.mjs -->";
const END = "<!-- end -->";

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
/**
 * @param {string} folder
 * @param {string} ending
 */
const filesOf = (folder, ending) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));

/**
 * @typedef {{ pattern: string, options: { anchored?: boolean, dotAll?: boolean } }} Pattern
 * @typedef {NonNullable<ReturnType<typeof describeRegex>>} Described
 * @typedef {{ op: string, value: string }} Matching
 * @typedef {{ matchers: readonly Matching[], filters: readonly Matching[] }} Selector
 * @typedef {Readonly<Record<string, { text: string, compiled: { selector: Selector } } | undefined>>} Args Texts of languages.
 */

/**
 * Every pattern that the stages of a body compile, with the options that it is compiled with.
 * @param {string} config
 * @returns {Generator<Pattern>}
 */
function* patternsOf(config) {
  const { stages, ok } = loadStages(config);
  if (ok) yield* patternsOfNodes(stages);
}

/**
 * @param {readonly import("../../packages/engine/dist/src/index.js").StageNode[]} nodes
 * @returns {Generator<Pattern>}
 */
function* patternsOfNodes(nodes) {
  for (const { spec, args, children } of nodes) {
    for (const [name, field] of Object.entries(spec.fields)) {
      if (field.type.kind !== "language") continue;
      const value = /** @type {Args} */ (args)[name];
      if (!value?.text) continue;
      if (field.type.language === "re2") yield { pattern: value.text, options: {} };
      if (field.type.language === "logql") yield* patternsOfSelector(value.compiled.selector);
    }
    yield* patternsOfNodes(children);
  }
}

/**
 * @param {Selector} selector
 * @returns {Generator<Pattern>}
 */
function* patternsOfSelector({ matchers, filters }) {
  for (const { op, value } of matchers)
    if (op === "=~" || op === "!~") yield { pattern: value, options: { anchored: true, dotAll: true } };
  for (const { op, value } of filters) if (op === "|~" || op === "!~") yield { pattern: value, options: {} };
}

/** @type {{ cases: readonly { pattern?: string, pattern_b64?: string }[] }} */
const RECORDED = readJson(join(vectors, "regex.json"));
/** @type {readonly { cases: readonly { stages: string }[] }[]} */
const OF_STAGES = filesOf(join(vectors, "stages"), ".json").map(readJson);

const SETS = [
  {
    name: "regular expression vectors",
    patterns: RECORDED.cases.flatMap(({ pattern, pattern_b64: encoded }) =>
      encoded === undefined ? [{ pattern: pattern ?? "", options: {} }] : [],
    ),
  },
  {
    name: "stage vectors",
    patterns: OF_STAGES.flatMap(({ cases }) => cases.flatMap(({ stages }) => [...patternsOf(stages)])),
  },
  {
    name: "benchmark's workloads",
    patterns: filesOf(bench, ".alloy").flatMap((file) => [...patternsOf(readFileSync(file, "utf8"))]),
  },
  {
    name: "examples of the specs",
    patterns: STAGES.flatMap(({ examples }) => examples.flatMap(({ config }) => [...patternsOf(config)])),
  },
];

const CLASSES = ["linear", "degree 2", "degree 3", "degree 4 and above", "exponential", "no native form"];

/** @param {Described} described */
function classOf({ nativeSource, costClass }) {
  if (nativeSource === undefined) return "no native form";
  if (costClass.kind !== "polynomial") return costClass.kind;
  return costClass.degree > 3 ? "degree 4 and above" : `degree ${costClass.degree}`;
}

/**
 * The set's distinct patterns that are not refused, described.
 * @param {{ name: string, patterns: readonly Pattern[] }} set
 */
function describeSet({ name, patterns }) {
  const distinct = new Map(patterns.map((entry) => [JSON.stringify(entry), entry]));
  const described = [...distinct.values()].map(({ pattern, options }) => describeRegex(pattern, options));
  const accepted = described.filter((description) => description !== undefined);
  return { name, accepted, refused: described.length - accepted.length };
}

/**
 * @param {number} count
 * @param {number} all
 */
const share = (count, all) => (count === 0 ? "–" : `${count} (${((count / all) * 100).toFixed(1)} %)`);
/** @typedef {readonly (string | number)[]} Cells */

/** @param {Cells} cells */
const row = (cells) => `| ${cells.join(" | ")} |`;
/**
 * @param {Cells} head
 * @param {readonly Cells[]} rows
 */
const table = (head, rows) => [row(head), row(head.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(row)];
/**
 * @param {readonly Described[]} list
 * @param {(described: Described) => boolean} accepts
 */
const countWhere = (list, accepts) => list.filter(accepts).length;

function report() {
  const sets = SETS.map(describeSet);
  const all = sets.flatMap(({ accepted }) => accepted);
  const reasons = new Map();
  for (const { engine, reason } of all)
    if (engine === "linear" && reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const limits = CLASSES.slice(1, 4).flatMap((name) => {
    const lengths = all
      .filter((description) => description.engine === "native" && classOf(description) === name)
      .flatMap(({ nativeLimit = [] }) => nativeLimit)
      .sort((a, b) => a - b);
    if (lengths.length === 0) return [];
    return [[name, lengths[0], lengths[lengths.length >> 1], lengths[lengths.length - 1]]];
  });
  return [
    "Distinct patterns that are accepted, by class, and how many of them run natively:",
    "",
    ...table(
      ["patterns of the", "all", ...CLASSES, "run natively"],
      sets.map(({ name, accepted }) => [
        name,
        accepted.length,
        ...CLASSES.map((wanted) =>
          share(
            countWhere(accepted, (d) => classOf(d) === wanted),
            accepted.length,
          ),
        ),
        share(
          countWhere(accepted, ({ engine }) => engine === "native"),
          accepted.length,
        ),
      ]),
    ),
    "",
    `Refused, as in RE2: ${sets
      .filter(({ refused }) => refused > 0)
      .map(({ name, refused }) => `${refused} of the ${name}`)
      .join(", ")}.`,
    "",
    "Why a pattern of these sets runs on the linear engine whatever the text's length:",
    "",
    ...table(
      ["reason", "patterns"],
      [...reasons].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)),
    ),
    "",
    "Longest text, in UTF-16 units, that the native form serves, where backtracking is polynomial:",
    "",
    ...table(["class", "shortest", "median", "longest"], limits),
  ].join("\n");
}

const current = readFileSync(doc, "utf8").replaceAll("\r\n", "\n");
const [begin, end] = [current.indexOf(BEGIN), current.indexOf(END)];
if (begin < 0 || end < begin) {
  console.error(`docs/regex.md has no section between ${BEGIN} and ${END}`);
  process.exit(1);
}
const fresh = `${current.slice(0, begin + BEGIN.length)}\n\n${report()}\n\n${current.slice(end)}`;
if (!process.argv.includes("--check")) {
  writeFileSync(doc, fresh);
  console.log("docs/regex.md: figures written");
} else if (fresh !== current) {
  console.error(
    "docs/regex.md: the figures are not fresh; run `node scripts/check/regex-report.mjs` and commit what it writes",
  );
  process.exit(1);
} else console.log("docs/regex.md: figures are fresh");
