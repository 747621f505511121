import { later } from "../base/part.ts";
import type * as now from "./database.now.ts";

export const mmdb: typeof now.mmdb = later("MaxMind databases", () => import("./database.ts"));
