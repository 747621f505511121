import * as part from "./ciphers.ts";

export const ciphers = () => part;
