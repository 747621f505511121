import { later } from "@sluice/languages/base";
import type * as now from "./library.now.ts";

export const libraryFunctions: typeof now.libraryFunctions = later(
  "the standard library",
  () => import("./functions.ts"),
);
