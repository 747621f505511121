import * as part from "./secretfilter-redaction.ts";

export const secretfilterWork = () => part;
