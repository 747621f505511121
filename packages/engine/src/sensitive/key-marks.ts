/** The lines around a private key, in the syntax of RE2 and JavaScript. */
const KEY = "(?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?";
export const KEY_BEGIN = `-----BEGIN ${KEY}-----`;
export const KEY_END = `-----END ${KEY}-----`;
