import * as part from "./database.ts";

export const mmdb = () => part;
