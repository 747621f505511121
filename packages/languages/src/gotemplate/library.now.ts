import * as part from "./sprig/index.ts";

export const templateLibrary = () => part;
