/** Hashes of passwords, which can be guessed: as `crypt` and the like write them, in the syntax of RE2 and JavaScript. */
export const PASSWORD_HASH = String.raw`\$(?:2[abxy]?|[156y]|apr1|argon2(?:id?|d)|scrypt|pbkdf2(?:-sha\d{1,3})?)\$[\w./$+=,-]{20,300}`;
