/** The stage `metrics`: one bad metric loses the stage, and an unknown type is reported. */
import { compareBytes } from "@sluice/languages/base";
import { parseDuration } from "@sluice/languages/goduration";
import { quoteString } from "../../syntax/index.ts";
import type { Block } from "./blocks.ts";
import { durationExpression, floatExpression, listExpression } from "./expressions.ts";
import { type Loose, type LooseReader, StageMistake } from "./loose.ts";
import type { Reading } from "./reading.ts";
import type { StageContext } from "./stage-context.ts";

const TYPES = ["counter", "gauge", "histogram"] as const;
type MetricType = (typeof TYPES)[number];

const ACTIONS: Readonly<Record<"counter" | "gauge", readonly string[]>> = {
  counter: ["inc", "add"],
  gauge: ["set", "inc", "dec", "add", "sub"],
};

export function writeMetrics({ stage, config, reading, strict }: StageContext): void {
  const metrics = [...(strict.entries(config) ?? [])].sort((a, b) => compareBytes(a.name, b.name));
  // Types are checked for all of them before any is written.
  const read = metrics.map(({ name, value }) => ({ name, place: value, given: readMetric(strict, value) }));
  const plain: { readonly name: string; readonly place: Loose }[] = [];
  for (const { name, place, given } of read) {
    const idle = given.idle === undefined ? undefined : parseDuration(given.idle);
    if (idle?.ok === false)
      throw new StageMistake(
        `metric ${JSON.stringify(name)}: max_idle_duration is not a duration (\`5m\`)`,
        place.node,
      );
    const type = TYPES.find((one) => one === given.type.toLowerCase());
    if (type === undefined) {
      reading.error(
        "import-stage",
        `metric ${JSON.stringify(name)}: its type is one of ${TYPES.join(", ")}; it is left out (Alloy's own converter does so silently)`,
        place.node,
      );
      continue;
    }
    const isPlain = given.prefix === undefined || given.prefix === "";
    if (isPlain) plain.push({ name, place });
    const prefix = isPlain && reading.keepsMetricNames ? PROMTAIL_PREFIX : given.prefix;
    const block = stage.block(`metric.${type}`, place.node);
    block.set("name", quoteString(name));
    for (const [argument, value] of [
      ["description", given.description],
      ["source", given.source],
      ["prefix", prefix],
    ] as const)
      if (value !== undefined) block.set(argument, quoteString(value));
    if (idle !== undefined && idle.nanos > 0n) block.set("max_idle_duration", durationExpression(idle.nanos));
    writeConfig(type, block, name, given.config, place, strict);
  }
  // A stage that is left out renames nothing.
  for (const { name, place } of plain) sayRenamed(name, place, reading);
}

/** What Promtail puts before the name of a metric without a prefix, and Alloy. */
const PROMTAIL_PREFIX = "promtail_custom_";
const ALLOY_PREFIX = "loki_process_custom_";

/** Alloy's own converter renames a metric without a prefix, and so does ours unless it keeps names. */
function sayRenamed(name: string, { node }: Loose, reading: Reading): void {
  reading.hasPlainMetrics = true;
  if (reading.keepsMetricNames) return;
  reading.warn(
    "import-not-carried-over",
    `the metric ${PROMTAIL_PREFIX}${name} is ${ALLOY_PREFIX}${name} in Alloy: dashboards and alerts that read it must change, or set prefix = "${PROMTAIL_PREFIX}" (in a terminal by --keep-metric-names)`,
    node,
  );
}

function readMetric(strict: LooseReader, value: Loose) {
  const given = strict.structure(value, ["type", "description", "source", "prefix", "max_idle_duration", "config"]);
  return {
    type: strict.text(given.type) ?? "",
    description: strict.text(given.description),
    source: strict.text(given.source),
    prefix: strict.text(given.prefix),
    idle: strict.text(given.max_idle_duration),
    config: given.config,
  };
}

/** What is particular to a type. */
function writeConfig(
  type: MetricType,
  block: Block,
  name: string,
  config: Loose | undefined,
  place: Loose,
  strict: LooseReader,
): void {
  const refuse = (message: string, at: Loose | undefined): never => {
    throw new StageMistake(`metric ${JSON.stringify(name)}: ${message}`, (at ?? config ?? place).node);
  };
  const given =
    config === undefined
      ? {}
      : strict.structure(config, ["value", "action", "match_all", "count_entry_bytes", "buckets"]);
  const value = strict.text(given.value);
  if (type === "histogram") {
    if (value !== undefined) block.set("value", quoteString(value));
    const buckets = (strict.floats(given.buckets) ?? []).map(
      (bucket) => floatExpression(bucket) ?? refuse("buckets are finite numbers", given.buckets),
    );
    block.set("buckets", listExpression(buckets));
    return;
  }
  const action = strict.text(given.action)?.toLowerCase() ?? "";
  if (!ACTIONS[type].includes(action)) refuse(`action is one of ${ACTIONS[type].join(", ")}`, given.action);
  if (type === "counter") {
    const [all, bytes] = [strict.bool(given.match_all), strict.bool(given.count_entry_bytes)];
    if (all === true && value !== undefined) refuse("give one of match_all and value", given.value);
    if (bytes === true && all !== true) refuse("count_entry_bytes needs match_all", given.count_entry_bytes);
    if (bytes === true && action !== "add") refuse("count_entry_bytes needs the action add", given.count_entry_bytes);
    if (all !== undefined) block.set("match_all", String(all));
    if (bytes !== undefined) block.set("count_entry_bytes", String(bytes));
  }
  if (value !== undefined) block.set("value", quoteString(value));
  block.set("action", quoteString(action));
}
