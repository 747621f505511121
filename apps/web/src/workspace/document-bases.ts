/** Which version of the server's configuration each document was made from, or became. */
import * as v from "valibot";
import { KEYS, readJson, writeJson } from "../storage/text-storage.ts";
import type { App } from "./app.ts";
import type { DocumentBase } from "./deploy-session.ts";

/** Documents that are remembered; of more, those that were deployed longest ago are forgotten. */
const MOST = 200;

const Base = v.object({ number: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), sha256: v.string() });

function readBases({ platform }: App): Readonly<Record<string, unknown>> {
  const found = readJson(platform.textStorage, KEYS.bases);
  return typeof found === "object" && found !== null ? (found as Readonly<Record<string, unknown>>) : {};
}

const idOf = ({ stores }: App): string => stores.documents.getState().currentId;

/** Of the open document. */
export function baseOf(app: App): DocumentBase | undefined {
  const parsed = v.safeParse(Base, readBases(app)[idOf(app)]);
  return parsed.success ? parsed.output : undefined;
}

export function setBase(app: App, { number, sha256 }: DocumentBase): void {
  const { [idOf(app)]: _, ...others } = readBases(app);
  const kept = Object.entries(others).slice(1 - MOST);
  writeJson(app.platform.textStorage, KEYS.bases, { ...Object.fromEntries(kept), [idOf(app)]: { number, sha256 } });
}
