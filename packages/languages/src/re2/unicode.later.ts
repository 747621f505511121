import { later } from "../base/part.ts";
import type * as now from "./unicode.now.ts";

export const unicodeTables: typeof now.unicodeTables = later(
  "Unicode in regular expressions",
  () => import("./syntax/unicode-tables.ts"),
);
