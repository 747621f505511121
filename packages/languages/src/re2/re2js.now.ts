import * as part from "re2js";

export const re2js = () => part;
