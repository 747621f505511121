import { later } from "@sluice/languages/base";
import type * as now from "./secretfilter-work.now.ts";

export const secretfilterWork: typeof now.secretfilterWork = later(
  "rules for secrets",
  () => import("./secretfilter-redaction.ts"),
);
