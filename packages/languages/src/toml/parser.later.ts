import { later } from "../base/part.ts";
import type * as now from "./parser.now.ts";

export const toml: typeof now.toml = later("TOML", () => import("smol-toml"));
