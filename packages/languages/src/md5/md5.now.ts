import { md5 as part } from "@noble/hashes/legacy.js";

export const md5 = () => part;
