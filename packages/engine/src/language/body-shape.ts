/** Arguments and blocks that are allowed at the cursor, found by walking specs along the open blocks. */

import type { ComponentSpec } from "../components/component-spec.ts";
import { COMPONENT_CATALOG } from "../components/index.ts";
import { CONFIG_BLOCKS } from "../components/logging-block.ts";
import type { StageSpec } from "../pipeline/stage-spec.ts";
import { type AlloyHistory, historyInside, historyOf } from "../schema/alloy-versions.ts";
import type { Block, Blocks, Fields } from "../schema/field.ts";
import { STAGE_CATALOG } from "../stages/index.ts";
import type { OpenBlock } from "./cursor-context.ts";

const STAGE_PREFIX = "stage.";

/** What a body may hold. */
export interface BodyShape {
  readonly fields: Fields;
  readonly blocks: Blocks;
  /** `stage.*` blocks are allowed here. */
  readonly stages: boolean;
  /** Where the table of Alloy's releases has what is inside; undefined for what Alloy lacks, and at the top of a file. */
  readonly place: string | undefined;
}

/** The top of a file: components and what says how the process works, or stages where the file is a bare body of them. */
export const TOP_LEVEL: BodyShape = { fields: {}, blocks: CONFIG_BLOCKS, stages: true, place: undefined };

export function findComponent(name: string): ComponentSpec | undefined {
  return COMPONENT_CATALOG.get(name);
}

/** The stage of a block name such as `stage.drop`. */
export function findStage(blockName: string): StageSpec | undefined {
  return blockName.startsWith(STAGE_PREFIX) ? STAGE_CATALOG.get(blockName.slice(STAGE_PREFIX.length)) : undefined;
}

/** The shape of the innermost of `blocks`; undefined where one of them is not known. */
export function findBodyShape(blocks: readonly OpenBlock[]): BodyShape | undefined {
  let shape: BodyShape = TOP_LEVEL;
  for (const { name } of blocks) {
    const known = findBlock(name, shape);
    if (known === undefined) return undefined;
    shape = known.shape;
  }
  return shape;
}

/** A block as the shape of its body knows it. */
export type KnownBlock = { readonly shape: BodyShape } & (
  | { readonly kind: "component"; readonly spec: ComponentSpec }
  | { readonly kind: "stage"; readonly spec: StageSpec }
  | { readonly kind: "block"; readonly spec: Block }
);

/** What a block of that name is in a body of that shape; undefined where it is unknown there. */
export function findBlock(name: string, shape: BodyShape): KnownBlock | undefined {
  const stage = shape.stages ? findStage(name) : undefined;
  if (stage !== undefined) {
    const { fields, blocks, nests } = stage;
    return { kind: "stage", spec: stage, shape: { fields, blocks, stages: nests, place: name } };
  }
  const component = shape === TOP_LEVEL ? findComponent(name) : undefined;
  if (component !== undefined) {
    const { fields, blocks, stages } = component;
    return { kind: "component", spec: component, shape: { fields, blocks, stages, place: component.alias } };
  }
  const block = Object.hasOwn(shape.blocks, name) ? shape.blocks[name] : undefined;
  if (block === undefined) return undefined;
  const place = shape === TOP_LEVEL ? name : placeInside(shape, name);
  return { kind: "block", spec: block, shape: { fields: block.fields, blocks: block.blocks, stages: false, place } };
}

const placeInside = ({ place }: BodyShape, name: string): string | undefined =>
  place === undefined ? undefined : `${place} ${name}`;

/** What changed in Alloy with a block of that name in a body of that shape. */
export function blockHistory(
  name: string,
  { kind, shape: inner }: KnownBlock,
  shape: BodyShape,
): AlloyHistory | undefined {
  if (kind === "block" && shape.place !== undefined) return historyInside(shape.place, name);
  return inner.place === undefined ? undefined : historyOf(inner.place);
}

/** The same of an argument. */
export const argumentHistory = (name: string, { place }: BodyShape): AlloyHistory | undefined =>
  place === undefined ? undefined : historyInside(place, name);
