import * as part from "./syntax/unicode-tables.ts";

export const unicodeTables = () => part;
