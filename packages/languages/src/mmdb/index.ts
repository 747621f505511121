/**
 * MaxMind DB files (`.mmdb`): a binary tree over the bits of addresses, and records after it. Trees and records are read by
 * `mmdb-lib`; this folder finds and checks their input. Runs on plain bytes, on Node and in browsers.
 */
import { mmdb } from "#parts/mmdb/database";
import type { MmdbResult } from "./database.ts";

export type { Mmdb, MmdbResult } from "./database.ts";
export { MmdbError } from "./database-bytes.ts";
export { type MmdbMap, type MmdbValue, Uint128 } from "./value.ts";

/** Opens a database. Not ok: no database, or its metadata do not fit the file; the messages are the Go library's. */
export const openMmdb = (file: Uint8Array): MmdbResult => mmdb().openMmdb(file);
