/**
 * Which version of the server's configuration each document was made from, or became. It is remembered with the sum of
 * its text, since another server has other versions of the same numbers.
 */
import * as v from "valibot";
import type { App } from "../../core/page/app.ts";
import { documentNotes } from "../../core/page/documents/document-notes.ts";
import { KEYS } from "../../core/storage/text-storage.ts";
import type { DocumentBase } from "./deploy-session.ts";

const Base = v.object({ number: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), sha256: v.string() });
const notes = documentNotes<DocumentBase>(KEYS.bases, Base);

/** Of the open document. */
export const baseOf = (app: App): DocumentBase | undefined => notes.of(app);

export const setBase = (app: App, { number, sha256 }: DocumentBase): void => notes.set(app, { number, sha256 });
