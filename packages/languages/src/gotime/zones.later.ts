import { later } from "../base/part.ts";
import type * as now from "./zones.now.ts";

export const zones: typeof now.zones = later("time zones", () => import("./iana-zone.ts"));
