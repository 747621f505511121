import { later } from "../base/part.ts";
import type * as now from "./re2js.now.ts";

export const re2js: typeof now.re2js = later("regular expressions that do not run natively", () => import("re2js"));
