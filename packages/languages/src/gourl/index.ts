/** Go's `net/url` as far as queries go. */
export { type QueryPair, queryPairs } from "./parse-query.ts";
export { escapeQuery, type QueryResult, unescapeQuery } from "./query-escape.ts";
