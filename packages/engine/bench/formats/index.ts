/** All formats, each family in the file of its name. */
import type { LogFormat } from "./corpus.ts";
import { ACCESS } from "./families/access.ts";
import { PROXIES } from "./families/proxies.ts";

export { type TrueEntry, type WrittenLog, writeLog } from "./corpus.ts";

export const FORMATS: readonly LogFormat[] = [...ACCESS, ...PROXIES];
