import { later } from "../base/part.ts";
import type * as now from "./md5.now.ts";

export const md5: typeof now.md5 = later("MD5", async () => (await import("@noble/hashes/legacy.js")).md5);
