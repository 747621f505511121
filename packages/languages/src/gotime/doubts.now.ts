import * as part from "./layout-doubts.ts";

export const doubts = () => part;
