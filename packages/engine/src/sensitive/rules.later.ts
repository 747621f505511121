import { later } from "@sluice/languages/base";
import type * as now from "./rules.now.ts";

export const secretRules: typeof now.secretRules = later("rules for secrets", () => import("./rules.ts"));
