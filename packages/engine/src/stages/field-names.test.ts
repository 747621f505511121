/**
 * Arguments that name values of an entry are declared so in their specs, for completion in forms; compared with what stages
 * read.
 */
import { describe, expect, it } from "vitest";
import { loadStages } from "../document/load.ts";
import { flowOf, type StageSpec } from "../pipeline/stage-spec.ts";
import type { Field, Fields } from "../schema/field.ts";
import { kindOf } from "../schema/value-kinds.ts";
import { STAGES } from "./index.ts";

const PROBE = "probed";
/** What else has to be said for an argument to be read. */
const WITH: Readonly<Record<string, string>> = {
  "limit by_label_name": "drop = true",
  "rule sources": 'source_type = "extracted"',
  "json source": 'expressions = { a = "" }',
  "logfmt source": 'mapping = { a = "" }',
  "geoip source": 'db_type = "city"',
  // Without a source the name is one.
  "metric.counter name": 'source = "a"',
  "metric.gauge name": 'source = "a"',
  "metric.histogram name": 'source = "a"',
};

/** The argument with the probe as each text in it; undefined where it has no plain texts. */
function probeOf({ type }: Field): string | undefined {
  if (type.kind === "string") return `"${PROBE}"`;
  if (type.kind === "list" && type.of.kind === "string") return `["${PROBE}"]`;
  return type.kind === "map" && type.of.kind === "string" ? `{ key = "${PROBE}" }` : undefined;
}

function body(fields: Fields, but: string, owner: string): string {
  const lines = Object.entries(fields)
    .filter(([name, { presence }]) => presence.kind === "required" && name !== but)
    .map(([name, { type, example }]) => `${name} = ${example ?? `"${kindOf(type).choices(type)[0]?.value}"`}`);
  return [...lines, WITH[`${owner} ${but}`] ?? ""].join("\n");
}

/** What the stage says of the probe. */
function usesOf(spec: StageSpec, owner: string, fields: Fields, name: string, probe: string): string[] | undefined {
  const inside = `${body(fields, name, owner)}\n${name} = ${probe}`;
  const text = owner === spec.name ? inside : `${body(spec.fields, "", "")}\n${owner} {\n${inside}\n}`;
  const { stages } = loadStages(`stage.${spec.name} {\n${text}\n}\n`);
  const [node] = stages;
  if (node === undefined) return undefined;
  const { reads = [], removes = [], keepsLabels = [] } = flowOf(node);
  const kinds = [...reads, ...removes].flatMap((use) => (use.name === PROBE ? [use.kind as string] : []));
  return keepsLabels.includes(PROBE) ? [...kinds, "label"] : kinds;
}

const CASES = STAGES.flatMap((spec) =>
  [[spec.name, spec] as const, ...Object.entries(spec.blocks)].flatMap(([owner, { fields }]) =>
    Object.entries(fields).flatMap(([name, field]) => {
      const probe = probeOf(field);
      return probe === undefined ? [] : [{ spec, owner, fields, name, field, probe }];
    }),
  ),
);

describe("names in arguments", () => {
  it.each(CASES.map((one) => [`${one.owner} ${one.name}`, one] as const))("%s", (_, one) => {
    const { spec, owner, fields, name, field, probe } = one;
    const uses = usesOf(spec, owner, fields, name, probe) ?? [];
    if (field.names === undefined) expect(uses).toEqual([]);
    else expect(uses).toContain(field.names);
  });
});
