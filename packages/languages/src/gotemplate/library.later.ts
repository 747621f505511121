import { later } from "../base/part.ts";
import type * as now from "./library.now.ts";

export const templateLibrary: typeof now.templateLibrary = later(
  "functions of templates",
  () => import("./sprig/index.ts"),
);
