import * as part from "./compile.ts";

export const jmespath = () => part;
