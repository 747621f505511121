/** What other features know of this one. */
export { type ShadowSession, shownShadow } from "./shadow-session.ts";
export { shareOf } from "./words.ts";
