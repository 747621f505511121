import * as part from "./rules.ts";

export const secretRules = () => part;
