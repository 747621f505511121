/** The first text of each stage, made of the entries at its place; undefined where they have nothing for it. */
import { compileRegex } from "@sluice/languages/re2";
import { withinLimit } from "../base/within-limit.ts";
import { anySelector, writeStage } from "../detect/index.ts";
import { bucketsFor } from "../metrics/buckets.ts";
import type { Layer } from "../propose/index.ts";
import { redactionFor } from "../redact/index.ts";
import { PRIVATE_KINDS, SECRET_KINDS } from "../sensitive/index.ts";
import { quoteString, writeText } from "../syntax/index.ts";
import { saysAmount } from "../vocabulary/index.ts";
import { type Field, idOf, isAddress, isFew, isNumber, levelOf, manyOf, messageOf, timeOf } from "./fields.ts";
import { draftExpression, draftFirstLine, draftPattern } from "./line-forms.ts";
import type { DraftPlace } from "./place.ts";
import { extracting, isReading, jsonKeys, namesRead } from "./reading.ts";

export type DraftMaker = (place: DraftPlace) => string | undefined;

const same = (names: readonly string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, ""]));
const list = (names: readonly string[]): string => `[${names.map(quoteString).join(", ")}]`;
/** The stage of this name that reads the lines; or else one that reads a value of them, behind those that extract it. */
const ofLines =
  (name: string): DraftMaker =>
  ({ reading }) => {
    const named = reading?.stages.filter((stage) => stage.name === name && isReading(stage)) ?? [];
    const first = named.find(({ node }) => namesRead(node).length === 0);
    const inner = named[0];
    return first?.code ?? (reading && inner && `${extracting(reading, namesRead(inner.node))}\n${inner.code}`);
  };
/** The stage for a layer of the lines' own proposal, behind those that extract what it reads. */
const ofLayer =
  (layer: Layer): DraftMaker =>
  ({ reading }) => {
    const stage = reading?.stages.find(({ proposed }) => proposed.layer === layer);
    return reading && stage && `${extracting(reading, namesRead(stage.node))}\n${stage.code}`;
  };

/** What a stage that uses one value is written like. */
const withField =
  (find: (fields: readonly Field[]) => Field | undefined, write: (name: string, field: Field) => string): DraftMaker =>
  (place) => {
    const at = place.field(find);
    return at && `${at.before}${write(at.found.name, at.found)}`;
  };

const metadataOf = (find: (fields: readonly Field[]) => Field | undefined): DraftMaker =>
  withField(find, (name) => writeStage("structured_metadata", { values: same([name]) }));

/** A level, or else what has the fewest values. */
const labelOf = (fields: readonly Field[]): Field | undefined =>
  levelOf(fields) ??
  fields.filter(isFew).sort((a, b) => Number(isNumber(a)) - Number(isNumber(b)) || a.distinct - b.distinct)[0];

/** A text that holds JSON: the value's name, and its keys. */
function jsonInside(place: DraftPlace): string | undefined {
  const field = place.fields.find(({ texts }) => texts.every((text) => text.trimStart().startsWith("{")));
  const keys = field === undefined ? [] : jsonKeys(field.texts).filter((key) => /^[A-Za-z_]\w*$/.test(key));
  if (field === undefined || keys.length === 0) return undefined;
  return writeStage("json", { expressions: same(keys.slice(0, MAX_KEYS)), source: writeText(field.name) });
}
const MAX_KEYS = 12;

/** Lines that are searched for what is private, and characters of each. */
const MAX_SEARCHED = 100;
const MAX_LENGTH = 2000;
/** Ids tell apart what may be persons. */
const IDS: readonly string[] = [
  "\\b([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})\\b",
  "\\b([0-9a-fA-F]{16,})\\b",
];

/** The first rule for what the lines have of secrets, or else of personal data. */
function redacting(lines: readonly string[]): string | undefined {
  const searched = lines.slice(0, MAX_SEARCHED).map((line) => line.slice(0, MAX_LENGTH));
  for (const kinds of [SECRET_KINDS, new Set(PRIVATE_KINDS)]) {
    const [rule] = redactionFor(searched, kinds).rules;
    if (rule !== undefined) return rule.code;
  }
  return undefined;
}
const KEY = /([A-Za-z_][\w-]*)["']?\s*[:=]\s*["']?[^\s"',;}&]/g;
const PERSONAL = /user|name|mail|session|customer|client|account|(?:^|_)id$/i;

/** The value of a key that may be about a person, or else of the last key. */
function keyed(lines: readonly string[]): string[] {
  const keys = lines.slice(0, MAX_KEYED).flatMap((line) => [...line.matchAll(KEY)].map(([, key]) => key!));
  const key = keys.find((one) => PERSONAL.test(one)) ?? keys.at(-1);
  return key === undefined ? [] : [`\\b${key}["']?\\s*[:=]\\s*["']?([^\\s"',;}&]+)`];
}
const MAX_KEYED = 20;

const replaced: DraftMaker = ({ lines }) => {
  const known = redacting(lines);
  if (known !== undefined) return known;
  const expression = [...IDS, ...keyed(lines), "(\\d+)", "(\\S+)"].find((one) => {
    const compiled = compileRegex(one);
    return compiled.ok && lines.some((line) => withinLimit(() => compiled.regex.test(line)) === true);
  });
  return expression && writeStage("replace", { expression: writeText(expression), replace: '"****"' });
};

const ONE_STAGE = 'stage.static_labels {\n  values = { matched = "yes" }\n}\n';

const matched: DraftMaker = ({ labels, lines }) => {
  const several = labels.filter(isFew).sort((a, b) => Number(a.distinct === 1) - Number(b.distinct === 1));
  const label = several[0] ?? labels[0];
  if (label !== undefined) {
    const selector = `{${label.name}=${quoteString(label.texts[0]!)}}`;
    return writeStage("match", { selector: writeText(selector) }, ONE_STAGE);
  }
  // Entries without labels are matched by one that they do not have, and a word of their lines.
  const word = lines.flatMap((line) => /[A-Za-z]{4,}/.exec(line)?.[0] ?? [])[0];
  return word && writeStage("match", { selector: writeText(anySelector("|=", word)) }, ONE_STAGE);
};

const metrics: DraftMaker = (place) => {
  const measured = place.field((fields) => fields.find((field) => isNumber(field) && saysAmount(field.name)));
  if (measured !== undefined) {
    const { name, texts } = measured.found;
    const block = `metric.histogram {\n  name = ${quoteString(metricName(name))}\n  description = ${quoteString(`Distribution of ${name}.`)}\n  source = ${quoteString(name)}\n  buckets = [${bucketsFor(texts.map(Number)).join(", ")}]\n}\n`;
    return `${measured.before}${writeStage("metrics", {}, block)}`;
  }
  const counted = place.field(labelOf);
  const source = counted === undefined ? "match_all = true" : `source = ${quoteString(counted.found.name)}`;
  const name = counted === undefined ? "entries_total" : `${metricName(counted.found.name)}_total`;
  const what = counted === undefined ? "Entries." : `Entries with ${counted.found.name}.`;
  const block = `metric.counter {\n  name = ${quoteString(name)}\n  description = ${quoteString(what)}\n  ${source}\n  action = "inc"\n}\n`;
  return `${counted?.before ?? ""}${writeStage("metrics", {}, block)}`;
};
const metricName = (name: string): string => name.replaceAll(/\W/g, "_").replace(/^(?=\d)/, "_");

const tenant: DraftMaker = (place) => {
  const isTenant = ({ name }: Field) => /tenant|org|team|customer|namespace|account/i.test(name);
  const label = place.labels.find(isTenant);
  if (label !== undefined) return writeStage("tenant", { label: writeText(label.name) });
  return withField(
    (fields) => fields.find((field) => isTenant(field) && isFew(field)),
    (name) => writeStage("tenant", { source: writeText(name) }),
  )(place);
};

/** By the name of the stage. Those without a maker, or for whose maker the entries have nothing, begin as the reference shows them. */
export const MAKERS: Readonly<Record<string, DraftMaker>> = {
  json: (place) => jsonInside(place) ?? ofLines("json")(place),
  logfmt: ofLines("logfmt"),
  regex: (place) => {
    const known = ofLines("regex")(place);
    if (known !== undefined) return known;
    const expression = draftExpression(place.lines);
    return expression && writeStage("regex", { expression: writeText(expression) });
  },
  pattern: ({ lines }) => {
    const pattern = draftPattern(lines);
    return pattern && writeStage("pattern", { pattern: writeText(pattern) });
  },
  timestamp: (place) => {
    const own = timeOf(place.fields);
    return own === undefined
      ? ofLayer("time")(place)
      : writeStage("timestamp", { source: writeText(own.field.name), format: writeText(own.format) });
  },
  multiline: (place) => {
    const firstline = draftFirstLine(place.lines);
    return ofLines("multiline")(place) ?? (firstline && writeStage("multiline", { firstline: writeText(firstline) }));
  },
  labels: withField(labelOf, (name) => writeStage("labels", { values: same([name]) })),
  structured_metadata: (place) => metadataOf(idOf)(place) ?? metadataOf(manyOf)(place),
  output: withField(messageOf, (name) => writeStage("output", { source: writeText(name) })),
  template: withField(
    (fields) => levelOf(fields) ?? fields.find((field) => !isNumber(field)),
    (name) => writeStage("template", { source: writeText(name), template: '"{{ ToLower .Value }}"' }),
  ),
  geoip: withField(
    (fields) => fields.find(isAddress),
    (name) => writeStage("geoip", { db: '"GeoLite2-City.mmdb"', source: writeText(name), db_type: '"city"' }),
  ),
  replace: (place) =>
    place.reading?.stages.find(({ name, proposed }) => proposed.layer === "secrets" && name === "replace")?.code ??
    replaced(place),
  match: matched,
  metrics,
  tenant,
  pack: ({ labels }) => {
    const many = labels.toSorted((a, b) => b.distinct - a.distinct)[0];
    return many && writeStage("pack", { labels: list([many.name]) });
  },
  label_drop: ({ labels }) => {
    const many = labels.toSorted((a, b) => b.distinct - a.distinct)[0];
    return many && writeStage("label_drop", { values: list([many.name]) });
  },
  label_keep: ({ labels }) =>
    labels.length === 0 ? undefined : writeStage("label_keep", { values: list(labels.map(({ name }) => name)) }),
  structured_metadata_drop: ({ metadata }) =>
    metadata[0] && writeStage("structured_metadata_drop", { values: list([metadata[0].name]) }),
  split_json: ({ fields }) => {
    const field = fields.find(({ texts }) => texts.every((text) => text.trimStart().startsWith("[")));
    return field && writeStage("split_json", { source: writeText(field.name) });
  },
};
