import { later } from "../base/part.ts";
import type * as now from "./compile.now.ts";

export const jmespath: typeof now.jmespath = later("JMESPath", () => import("./compile.ts"));
