/** All components with a spec, by name. Others are refused with a message. */
import type { ComponentSpec } from "./component-spec.ts";
import * as list from "./list.ts";

export const COMPONENTS: readonly ComponentSpec[] = Object.values(list).sort((a, b) => (a.name < b.name ? -1 : 1));

/** Whether both dialects have the same name for it, so that it belongs to neither. */
export const isInBothDialects = ({ name, alias }: ComponentSpec): boolean => name === alias;

/** Specs by all their names, in both dialects. */
export const COMPONENT_CATALOG: ReadonlyMap<string, ComponentSpec> = new Map(
  COMPONENTS.flatMap((spec) => [
    [spec.name, spec] as const,
    ...(spec.alias === undefined ? [] : [[spec.alias, spec] as const]),
  ]),
);
