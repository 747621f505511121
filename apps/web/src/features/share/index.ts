/** What other features may use of this one. */
export { openBundle } from "./open-shared.ts";
export { isBundleText, MAX_BUNDLE } from "./shared-name.ts";
