/** Small notes about documents, kept by the browser beside them and for all tabs, by the document's id. */
import * as v from "valibot";
import { readJson, writeJson } from "../../storage/text-storage.ts";
import type { PagePart, StoresPart } from "../app.ts";

type NotesPart = StoresPart & Pick<PagePart, "platform">;

/** The most documents with a note; the oldest notes go first. */
const MOST = 200;

export interface DocumentNotes<T> {
  /** Of the open document. */
  of(app: NotesPart): T | undefined;
  set(app: NotesPart, note: T): void;
}

/** Notes of one kind, stored under `key` and read through a schema. */
export function documentNotes<T>(key: string, schema: v.GenericSchema<unknown, T>): DocumentNotes<T> {
  const readAll = ({ platform }: NotesPart): Readonly<Record<string, unknown>> => {
    const found = readJson(platform.textStorage, key);
    return typeof found === "object" && found !== null ? (found as Readonly<Record<string, unknown>>) : {};
  };
  const idOf = ({ stores }: NotesPart): string => stores.documents.getState().currentId;
  return {
    of(app) {
      const parsed = v.safeParse(schema, readAll(app)[idOf(app)]);
      return parsed.success ? parsed.output : undefined;
    },
    set(app, note) {
      const { [idOf(app)]: _, ...others } = readAll(app);
      const kept = Object.entries(others).slice(1 - MOST);
      writeJson(app.platform.textStorage, key, { ...Object.fromEntries(kept), [idOf(app)]: note });
    },
  };
}
