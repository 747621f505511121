/** Every component that the server runs. */
import type { ComponentNode, Diagnostic } from "@sluice/engine";
import type { ComponentRecord } from "../core/component-record.ts";
import { findUnrunnable, recordsByName } from "../core/runtime/runnable.ts";
import * as list from "./list.ts";

export const RUNNING: readonly ComponentRecord[] = Object.values(list);

/** What keeps these components from running, although their text is in order. */
export const diagnoseComponents = (components: readonly ComponentNode[]): Diagnostic[] =>
  findUnrunnable(components, recordsByName(RUNNING));
