/** What is measured: the one place that knows how stages are proposed for lines. */
import type { Nanos } from "@sluice/languages/base";
import { propose } from "../../src/propose/index.ts";

/** A body of stages for `lines`, empty where nothing is proposed; `start`: when somebody looks at them. */
export const proposeStages = (lines: readonly string[], start: Nanos): string => propose(lines, { start }).text;
