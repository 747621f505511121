/**
 * `absent`: the page is served without Sluice's server. `away`: it was there and does not answer now. `locked`: it wants a
 * token.
 */
export type ServerPresence = "unknown" | "absent" | "present" | "away" | "locked";
