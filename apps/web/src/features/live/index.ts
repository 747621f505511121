/** What other features may use of this one. */
export { type ShadowSession, shownShadow } from "./shadow/shadow-session.ts";
export { shareOf } from "./words.ts";
