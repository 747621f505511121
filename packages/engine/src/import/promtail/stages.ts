/**
 * Stages of a pipeline. They are decoded loosely; one that cannot be read is left out and reported once, and the others stay.
 * Where the original's converter loses Promtail's setting, the default stays (multiline, pack, metrics).
 */
import { parseDuration } from "@sluice/languages/goduration";
import { compilePipelineTemplate } from "@sluice/languages/gotemplate";
import { historyInside, isIn } from "../../schema/alloy-versions.ts";
import { quoteString } from "../../syntax/index.ts";
import type { Block } from "./blocks.ts";
import { noteEnvironment } from "./carry.ts";
import {
  bytesExpression,
  durationExpression,
  listExpression,
  objectExpression,
  textExpression,
} from "./expressions.ts";
import type { Field } from "./fields.ts";
import { type Loose, LooseReader, readLoose, StageMistake } from "./loose.ts";
import { writeMetrics } from "./metrics.ts";
import type { Reading } from "./reading.ts";
import { parseSize } from "./sizes.ts";
import type { StageContext } from "./stage-context.ts";

const KEEP = historyInside("stage.timestamp", "action_on_duplicate_timestamp")!;

type WriteStage = (context: StageContext) => void;

/** Writes the stages of a list of nodes into `block`. */
export function writeStages(items: readonly Loose[], block: Block, reading: Reading): void {
  for (const item of items) writeStage(item, block, reading);
}

/** The raw stages of a pipeline; their form is checked when they are written. */
export const pipelineStages: Field<readonly Loose[]> = {
  zero: [],
  read(node, reading) {
    const read = readLoose(node, reading);
    return read.kind === "list"
      ? read.items
      : reading.error("import-type", "pipeline_stages is a list of stages", node);
  },
  write: () => "null",
};

function writeStage(item: Loose, block: Block, reading: Reading): void {
  if (item.kind !== "map") {
    const wanted = "a stage is a mapping with its name as the key (`- docker: {}`)";
    reading.error("import-stage", item.kind === "text" ? `${wanted}, not a word` : wanted, item.node);
    return;
  }
  const [entry, ...others] = item.entries;
  if (entry === undefined || others.length > 0) {
    reading.error(
      "import-stage",
      `a stage has exactly one key, its name, and this one has ${item.entries.length}`,
      item.node,
    );
    return;
  }
  const { key, value: config } = entry;
  const write = key.kind === "text" && Object.hasOwn(STAGES, key.value) ? STAGES[key.value] : undefined;
  if (key.kind !== "text" || write === undefined) {
    const name = key.kind === "text" ? JSON.stringify(key.value) : "this";
    reading.error("import-stage", `there is no stage ${name}; it is left out`, key.node);
    return;
  }
  const stage = block.block(`stage.${ALLOY_NAMES[key.value] ?? key.value}`, item.node);
  try {
    write({ stage, config, reading, strict: new LooseReader("strict"), weak: new LooseReader("weak") });
  } catch (mistake) {
    if (!(mistake instanceof StageMistake)) throw mistake;
    block.remove(stage);
    reading.error("import-stage", `stage ${key.value}: ${mistake.message}; the stage is left out`, mistake.node);
  }
}

const ALLOY_NAMES: Readonly<Record<string, string>> = { labeldrop: "label_drop", labelallow: "label_keep" };

// ---- Writing of single arguments ----

const setText = ({ stage, reading }: StageContext, name: string, value: string | undefined, place?: Loose): void => {
  if (value === undefined) return;
  const expression = textExpression(value);
  stage.set(name, expression);
  noteEnvironment(expression, place?.node, reading);
};
/** A text of an embedded language: `${…}` means something else in it. */
const setCode = ({ stage }: StageContext, name: string, value: string | undefined): void => {
  if (value !== undefined) stage.set(name, quoteString(value));
};
const setPlain = ({ stage }: StageContext, name: string, value: boolean | bigint | number | undefined): void => {
  if (value !== undefined) stage.set(name, String(value));
};

function goDuration(text: string, what: string, place: Loose): string {
  const parsed = parseDuration(text);
  if (!parsed.ok) throw new StageMistake(`${what} is not a duration (\`5s\`, \`24h\`)`, place.node);
  return durationExpression(parsed.nanos);
}

/** Names, each with its source: null if that has the same name. */
function pairs({ strict, reading }: StageContext, value: Loose): string {
  const entries = (strict.entries(value) ?? []).map((entry): [string, string] => {
    const text = strict.text(entry.value);
    if (text === undefined) return [entry.name, "null"];
    const expression = textExpression(text);
    noteEnvironment(expression, entry.value.node, reading);
    return [entry.name, expression];
  });
  return objectExpression(entries);
}

/** The same for a map of texts, where nothing is the empty text. */
const texts = ({ strict }: StageContext, value: Loose | undefined): string =>
  objectExpression(
    (strict.entries(value) ?? []).map((entry) => [entry.name, quoteString(strict.text(entry.value) ?? "")]),
  );

const names = (items: readonly string[] | undefined): string => listExpression((items ?? []).map(quoteString));

const writePairs: WriteStage = (context) => context.stage.set("values", pairs(context, context.config));
const writeNames: WriteStage = ({ stage, config, strict }) => stage.set("values", names(strict.texts(config)));

// ---- One function for each stage ----

const STAGES: Readonly<Record<string, WriteStage>> = {
  json(context) {
    const { strict } = context;
    const given = strict.structure(context.config, ["expressions", "source", "drop_malformed"]);
    context.stage.set("expressions", texts(context, given.expressions));
    setText(context, "source", strict.text(given.source), given.source);
    setPlain(context, "drop_malformed", strict.bool(given.drop_malformed));
  },
  logfmt(context) {
    const { strict } = context;
    const given = strict.structure(context.config, ["mapping", "source"]);
    context.stage.set("mapping", texts(context, given.mapping));
    setText(context, "source", strict.text(given.source), given.source);
  },
  regex(context) {
    const { strict } = context;
    const given = strict.structure(context.config, ["expression", "source"]);
    setCode(context, "expression", strict.text(given.expression) ?? "");
    setText(context, "source", strict.text(given.source), given.source);
  },
  replace(context) {
    const { strict } = context;
    const given = strict.structure(context.config, ["expression", "source", "replace"]);
    setCode(context, "expression", strict.text(given.expression) ?? "");
    setText(context, "source", strict.text(given.source), given.source);
    setCode(context, "replace", strict.text(given.replace));
  },
  metrics: writeMetrics,
  labels: writePairs,
  structured_metadata: writePairs,
  static_labels: writePairs,
  labeldrop: writeNames,
  labelallow: writeNames,
  timestamp(context) {
    const { strict } = context;
    const given = strict.structure(context.config, [
      "source",
      "format",
      "fallback_formats",
      "location",
      "action_on_failure",
    ]);
    setText(context, "source", strict.text(given.source) ?? "", given.source);
    setText(context, "format", strict.text(given.format) ?? "", given.format);
    const fallback = strict.texts(given.fallback_formats);
    if (fallback !== undefined) context.stage.set("fallback_formats", names(fallback));
    setText(context, "location", strict.text(given.location), given.location);
    const action = strict.text(given.action_on_failure);
    if (action !== "") setText(context, "action_on_failure", action, given.action_on_failure);
    // Alloy's default moves the time of a line on that has the one before's.
    const { target } = context.reading;
    if (target !== undefined && isIn(KEEP, target) === false) {
      context.reading.warnOnce(
        "import-not-carried-over",
        `lines with the same time keep it in Promtail, and Alloy ${target} moves them on by 1 ns: action_on_duplicate_timestamp needs Alloy ${KEEP.since}`,
        context.config.node,
      );
      return;
    }
    context.stage.set("action_on_duplicate_timestamp", quoteString("keep"));
    context.reading.noteOnce(
      "import-kept",
      `lines with the same time keep it, as in Promtail: action_on_duplicate_timestamp = "keep", which Alloy has since ${KEEP.since}; an older one refuses the argument, and moves such times on by 1 ns`,
      context.config.node,
    );
  },
  output(context) {
    const given = context.strict.structure(context.config, ["source"]);
    setText(context, "source", context.strict.text(given.source) ?? "", given.source);
  },
  docker: () => {},
  decolorize: () => {},
  cri(context) {
    const { strict } = context;
    const given = strict.structure(context.config, [
      "max_partial_lines",
      "max_partial_line_size",
      "max_partial_line_size_truncate",
    ]);
    const lines = strict.int(given.max_partial_lines);
    if (lines !== 0n) setPlain(context, "max_partial_lines", lines);
    setPlain(context, "max_partial_line_size", strict.uint(given.max_partial_line_size));
    setPlain(context, "max_partial_line_size_truncate", strict.bool(given.max_partial_line_size_truncate));
  },
  match(context) {
    const { strict, stage, reading } = context;
    const given = strict.structure(context.config, [
      "pipeline_name",
      "selector",
      "stages",
      "action",
      "drop_counter_reason",
    ]);
    setCode(context, "selector", strict.text(given.selector) ?? "");
    const action = strict.text(given.action);
    const pipeline = strict.text(given.pipeline_name);
    const reason = strict.text(given.drop_counter_reason);
    const stages = strict.items(given.stages) ?? [];
    if (action !== "") setText(context, "action", action, given.action);
    setText(context, "pipeline_name", pipeline, given.pipeline_name);
    if (reason !== "") setText(context, "drop_counter_reason", reason, given.drop_counter_reason);
    reading.within(() => writeStages(stages, stage, reading));
  },
  template(context) {
    const { strict } = context;
    const given = strict.structure(context.config, ["source", "template"]);
    const template = strict.text(given.template) ?? "";
    setText(context, "source", strict.text(given.source) ?? "", given.source);
    const compiled = compilePipelineTemplate(template);
    if (!compiled.ok) throw new StageMistake(compiled.message, given.template?.node ?? context.config.node);
    setCode(context, "template", template);
  },
  tenant(context) {
    const { strict } = context;
    const given = strict.structure(context.config, ["label", "source", "value"]);
    for (const name of ["label", "source", "value"] as const)
      setText(context, name, strict.text(given[name]), given[name]);
  },
  drop: writeDrop,
  sampling(context) {
    const { weak } = context;
    const given = weak.structure(context.config, ["drop_counter_reason", "rate"]);
    setPlain(context, "rate", weak.float(given.rate) ?? 0);
    setText(context, "drop_counter_reason", weak.text(given.drop_counter_reason), given.drop_counter_reason);
  },
  limit(context) {
    const { weak } = context;
    const given = weak.structure(context.config, ["rate", "burst", "drop", "by_label_name", "max_distinct_labels"]);
    setPlain(context, "rate", weak.float(given.rate) ?? 0);
    setPlain(context, "burst", weak.int(given.burst) ?? 0n);
    setPlain(context, "drop", weak.bool(given.drop));
    setText(context, "by_label_name", weak.text(given.by_label_name), given.by_label_name);
    setPlain(context, "max_distinct_labels", weak.int(given.max_distinct_labels));
  },
  multiline(context) {
    const { weak } = context;
    const given = weak.structure(context.config, ["firstline", "max_lines", "max_wait_time"]);
    setCode(context, "firstline", weak.text(given.firstline) ?? "");
    setPlain(context, "max_lines", weak.uint(given.max_lines));
    const wait = weak.text(given.max_wait_time);
    if (wait === undefined) {
      context.reading.noteOnce(
        "import-kept",
        'stage.multiline keeps Promtail\'s defaults, which are left out here: alloy convert writes max_wait_time = "0s", which Alloy refuses',
        context.config.node,
      );
      return;
    }
    const parsed = parseDuration(wait);
    if (parsed.ok) context.stage.set("max_wait_time", durationExpression(parsed.nanos));
    else
      context.reading.error(
        "import-stage",
        "stage multiline: max_wait_time is not a duration (`3s`); the default of 3s is taken",
        given.max_wait_time!.node,
      );
  },
  pack(context) {
    const { weak } = context;
    const given = weak.structure(context.config, ["labels", "ingest_timestamp"]);
    context.stage.set("labels", names(weak.texts(given.labels)));
    const ingest = weak.bool(given.ingest_timestamp);
    setPlain(context, "ingest_timestamp", ingest);
    if (ingest === undefined)
      context.reading.noteOnce(
        "import-kept",
        "stage.pack sets the time to the current one, as Promtail does by default: alloy convert writes ingest_timestamp = false",
        context.config.node,
      );
  },
  eventlogmessage(context) {
    const { strict } = context;
    const given = strict.structure(context.config, ["source", "drop_invalid_labels", "overwrite_existing"]);
    setText(context, "source", strict.text(given.source), given.source);
    setPlain(context, "drop_invalid_labels", strict.bool(given.drop_invalid_labels));
    setPlain(context, "overwrite_existing", strict.bool(given.overwrite_existing));
  },
  geoip(context) {
    const { strict, stage, reading } = context;
    const given = strict.structure(context.config, ["db", "source", "db_type", "custom_lookups"]);
    setText(context, "db", strict.text(given.db) ?? "", given.db);
    setText(context, "source", strict.text(given.source), given.source);
    setText(context, "db_type", strict.text(given.db_type), given.db_type);
    if (given.custom_lookups === undefined || given.custom_lookups.kind === "null") return;
    stage.set("custom_lookups", texts(context, given.custom_lookups));
    reading.note("import-kept", "custom_lookups is kept; Alloy's own converter loses it", given.custom_lookups.node);
  },
};

function writeDrop(context: StageContext): void {
  const { weak, stage } = context;
  const given = weak.structure(context.config, [
    "drop_counter_reason",
    "source",
    "value",
    "separator",
    "expression",
    "older_than",
    "longer_than",
  ]);
  const reason = weak.text(given.drop_counter_reason);
  if (reason !== "") setText(context, "drop_counter_reason", reason, given.drop_counter_reason);
  setText(context, "source", dropSource(given.source), given.source);
  setText(context, "value", weak.text(given.value), given.value);
  const separator = weak.text(given.separator);
  if (separator !== "") setText(context, "separator", separator, given.separator);
  setCode(context, "expression", weak.text(given.expression));
  const older = weak.text(given.older_than);
  if (older !== undefined) stage.set("older_than", goDuration(older, "older_than", given.older_than!));
  const longer = weak.text(given.longer_than);
  if (longer === undefined) return;
  const size = parseSize(longer);
  if (size === undefined)
    throw new StageMistake(
      "longer_than is not a whole size with a binary unit (`8kb`, `64 kB`)",
      given.longer_than!.node,
    );
  stage.set("longer_than", bytesExpression(size));
}

/** One name, or several joined by commas; here types are strict. */
function dropSource(source: Loose | undefined): string | undefined {
  if (source === undefined || source.kind === "null") return undefined;
  if (source.kind === "text") return source.value;
  if (source.kind !== "list") throw new StageMistake("source is a text or a list of texts", source.node);
  const texts = source.items.map((item) => {
    if (item.kind !== "text") throw new StageMistake("an element of source is a text", item.node);
    return item.value;
  });
  return texts.join(",");
}
