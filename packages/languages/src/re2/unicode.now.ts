import * as part from "./unicode-tables.ts";

export const unicodeTables = () => part;
