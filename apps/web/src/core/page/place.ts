/**
 * The places of the page, and their addresses: the fragment of its URL, so that any static host serves them, and no server sees
 * them. They begin with a slash, unlike the fragments that hand a document on (`features/share`).
 *
 *     #/design/DOCUMENT/entry/3    #/tests/DOCUMENT/test/NAME    #/compare/DOCUMENT/with/running
 *     #/live                       #/profiles/requests
 */
import type { ProfilesSide, Shows } from "./stores.ts";

/** Where the open document is shown. */
export const DOCUMENT_PLACES = ["design", "tests", "compare"] as const;
export type DocumentPlaceName = (typeof DOCUMENT_PLACES)[number];

export interface DocumentPlace {
  readonly at: DocumentPlaceName;
  /** Id of the document. */
  readonly document: string;
  /** What is selected there: the id of an entry, the name of a test, or what the document is compared with. */
  readonly item: string | null;
}

export type Place =
  | DocumentPlace
  | { readonly at: "live" }
  | { readonly at: "profiles"; readonly side: ProfilesSide | null };

/** By what the designer shows. */
export const PLACE_OF: Readonly<Record<Shows, DocumentPlaceName>> = {
  panes: "design",
  tests: "tests",
  comparison: "compare",
};

/** A place with nothing selected. */
export function placeAt(at: Place["at"], document: string): Place {
  if (at === "live") return { at };
  return at === "profiles" ? { at, side: null } : { at, document, item: null };
}

/** The word before what is selected. */
const ITEM: Readonly<Record<DocumentPlaceName, string>> = { design: "entry", tests: "test", compare: "with" };

const SIDES: readonly ProfilesSide[] = ["requests", "files", "profilers"];

/** The most characters of an address that is read or written: names of tests have no bound. */
const MAX_ADDRESS = 1000;

/** Whether a fragment is an address of a place, of one that exists or not. */
export const isAddress = (fragment: string): boolean => fragment.startsWith("/");

export const isDocumentPlace = (place: Place): place is DocumentPlace => "document" in place;

/** The fragment of a place, without its `#`. A selection that makes it too long is left out. */
export function writePlace(place: Place): string {
  if (place.at === "live") return "/live";
  if (place.at === "profiles") return place.side === null ? "/profiles" : `/profiles/${place.side}`;
  const { at, document, item } = place;
  const base = `/${at}/${encode(document)}`;
  if (item === null) return base;
  const whole = `${base}/${ITEM[at]}/${encode(item)}`;
  return whole.length > MAX_ADDRESS ? base : whole;
}

/** Undefined: there is no such place. */
export function readPlace(fragment: string): Place | undefined {
  if (!isAddress(fragment) || fragment.length > MAX_ADDRESS) return undefined;
  const [name, second, word, item, ...more] = fragment.slice(1).replace(/\/$/, "").split("/").map(decode);
  if (name === "live") return second === undefined ? { at: "live" } : undefined;
  if (name === "profiles") {
    if (second === undefined) return { at: "profiles", side: null };
    const side = SIDES.find((one) => one === second);
    return side === undefined || word !== undefined ? undefined : { at: "profiles", side };
  }
  const at = DOCUMENT_PLACES.find((one) => one === name);
  if (at === undefined || second === undefined || second === "" || more.length > 0) return undefined;
  if (word === undefined) return { at, document: second, item: null };
  return word === ITEM[at] && item !== undefined && item !== "" ? { at, document: second, item } : undefined;
}

/** A lone half of a surrogate pair has no encoding. */
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"));

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
