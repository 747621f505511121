/** How long a file with debug information of a binary may take, on its way in and out. */
import { MINUTE } from "@sluice/languages/base";
import { durationField } from "../../schema/field.ts";

export const debugInfoTimeout = (doc: string) => durationField({ doc, default: 2n * MINUTE });
