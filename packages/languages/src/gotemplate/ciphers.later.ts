import { later } from "../base/part.ts";
import type * as now from "./ciphers.now.ts";

export const ciphers: typeof now.ciphers = later("hashes and ciphers of templates", () => import("./ciphers.ts"));
