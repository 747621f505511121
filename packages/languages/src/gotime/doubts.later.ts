import { later } from "../base/part.ts";
import type * as now from "./doubts.now.ts";

export const doubts: typeof now.doubts = later("doubts about layouts", () => import("./layout-doubts.ts"));
