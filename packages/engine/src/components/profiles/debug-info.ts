/** What Alloy has for debug information of binaries, which Sluice does not pass on. */
import { MINUTE } from "@sluice/languages/base";
import { durationField } from "../../schema/field.ts";

export const debugInfoTimeout = durationField({
  doc: "Accepted without effect: debug information is not passed on.",
  default: 2n * MINUTE,
  inert: "debug information is not passed on",
});
