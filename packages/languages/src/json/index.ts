/** JSON as the stages read and write it: Go's validity, depth limit and spelling. */
export type { JsonBuilder, JsonDocument, JsonWording } from "./document.ts";
export { GO_WORDING, readJsonDocument } from "./document.ts";
export type { JsonFlavour } from "./encode.ts";
export { encodeGoFloat, encodeGoJson, encodeGoString, escapeJsonUnit } from "./encode.ts";
export type { JsonObject } from "./grammar.ts";
export { getField, MAX_JSON_DEPTH, setField } from "./grammar.ts";
export { jsonText } from "./json-text.ts";
export type { JsonPath, JsonPathReader, JsonScalar } from "./paths.ts";
export { createJsonPathReader } from "./paths.ts";
export type { JsonObjectResult } from "./read.ts";
export { parseJsonObject } from "./read.ts";
export type { FoldedFields } from "./split.ts";
export { createFoldReader, parseObjectFold, splitTopLevelArray } from "./split.ts";
export { findJsonStop, type JsonStop } from "./stop.ts";
export { findJsonValue, type JsonValueAt } from "./value-at.ts";
