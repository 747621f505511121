import * as part from "./functions.ts";

export const libraryFunctions = () => part;
