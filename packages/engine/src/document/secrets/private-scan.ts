/**
 * What is private in several texts that are handed on together: found first, and then replaced, the same value by the same
 * replacement in all of them. A value that looks like nobody made it up is also replaced where only its form there would not
 * tell it: a key that the configuration names, in a line that it was logged in.
 */
import { SECRET } from "../../base/secrets.ts";
import { secretEdits } from "../config-secrets.ts";
import type { DocumentTree } from "../open-document.ts";
import { findAddresses } from "./addresses.ts";
import { apart, type FoundSecret, findSecretForm, findSecretForms, type PrivateKind } from "./find.ts";
import { Replacements } from "./replace.ts";

export const PRIVATE_KINDS: readonly PrivateKind[] = ["private_key", "password", "jwt", "token", "card", "mail", "ip"];

export interface PrivateFinding<P> {
  readonly kind: PrivateKind;
  /** Each once, in the order in which they were found. */
  readonly values: readonly string[];
  /** What stands for each of them. */
  readonly replacements: readonly string[];
  /** Where they stand: what `look` was told, with the offset in its text. */
  readonly places: readonly { readonly place: P; readonly offset: number }[];
}

interface Found extends FoundSecret<PrivateKind> {
  /** A number or another expression, in whose place a text between quotes comes. */
  readonly bare?: boolean;
}

interface Seen<P> {
  readonly place: P;
  readonly text: string;
  readonly found: readonly Found[];
}

/** Values that are looked for wherever they stand. */
const MAX_KNOWN = 200;
const KNOWN_KINDS: ReadonlySet<PrivateKind> = new Set(["private_key", "jwt", "token", "password"]);
/** Not a word that stands in other texts by chance. */
const isTelling = (value: string): boolean => value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value);

export class PrivateScan<P> {
  readonly #seen: Seen<P>[] = [];
  readonly #known = new Map<string, PrivateKind>();
  readonly #replacements = new Replacements();
  #complete: readonly Seen<P>[] | undefined;

  /** Looks through a text. What each `look` gives is for `replaced`. */
  look(place: P, text: string): number {
    return this.#add(place, text, apart([...findSecretForms(text), ...findAddresses(text)]));
  }

  /** The value of `name`. */
  lookAt(place: P, name: string, value: string): number {
    return this.#add(place, value, apart([...findSecretForm(name, value), ...findAddresses(value)]));
  }

  /** A configuration, by its syntax: what an argument's secret is, its spec says; names of labels and values are none. */
  lookInConfig(place: P, document: DocumentTree): number {
    const { text, file, syntaxErrors } = document;
    if (syntaxErrors.length > 0) return this.look(place, text);
    const forms = findSecretForms(text).filter(({ kind }) => kind !== "password");
    const found: Found[] = [...forms, ...findAddresses(text)];
    for (const { span } of secretEdits(file, [])) found.push(...withoutQuotes(text, span.start, span.end));
    return this.#add(place, text, apart(found));
  }

  #add(place: P, text: string, found: readonly Found[]): number {
    this.#complete = undefined;
    this.#seen.push({ place, text, found });
    for (const { kind, start, end } of found) {
      const value = text.slice(start, end);
      if (this.#known.size < MAX_KNOWN && KNOWN_KINDS.has(kind) && (kind !== "password" || isTelling(value)))
        this.#known.set(value, kind);
    }
    return this.#seen.length - 1;
  }

  /** Everything, with the known values where their form does not tell them. */
  #all(): readonly Seen<P>[] {
    this.#complete ??= this.#seen.map(({ place, text, found }) => {
      const more: Found[] = [];
      for (const [value, kind] of this.#known)
        for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
          if (!found.some(({ start, end }) => start < at + value.length && at < end))
            more.push({ kind, start: at, end: at + value.length });
      return { place, text, found: more.length === 0 ? found : apart([...found, ...more]) };
    });
    return this.#complete;
  }

  /** What was found, by its kind, in the order of `PRIVATE_KINDS`. */
  findings(): PrivateFinding<P>[] {
    const kinds = new Map<PrivateKind, { values: Set<string>; places: { place: P; offset: number }[] }>();
    for (const { place, text, found } of this.#all())
      for (const { kind, start, end } of found) {
        const one = kinds.get(kind) ?? { values: new Set(), places: [] };
        kinds.set(kind, one);
        one.values.add(text.slice(start, end));
        one.places.push({ place, offset: start });
      }
    return PRIVATE_KINDS.flatMap((kind) => {
      const found = kinds.get(kind);
      if (found === undefined) return [];
      const values = [...found.values];
      return [
        { kind, values, replacements: values.map((value) => this.#replacements.of(kind, value)), places: found.places },
      ];
    });
  }

  /** The text of the `look` that gave `nth`, with what is of one of `kinds` replaced. */
  replaced(nth: number, kinds: ReadonlySet<PrivateKind>): string {
    const { text, found } = this.#all()[nth]!;
    let out = "";
    let at = 0;
    for (const { kind, start, end, bare } of found) {
      if (!kinds.has(kind)) continue;
      const replacement = this.#replacements.of(kind, text.slice(start, end));
      out += text.slice(at, start) + (bare === true ? JSON.stringify(replacement) : replacement);
      at = end;
    }
    return out + text.slice(at);
  }
}

/** What is secret of an expression or a comment. */
function withoutQuotes(text: string, start: number, end: number): Found[] {
  const written = text.slice(start, end);
  const quoted = /^(["`])[\s\S]*\1$/.test(written);
  if (!quoted) {
    // A comment, in which some part is one; else a number, or what a function makes.
    const parts = findSecretForms(written);
    if (parts.length > 0) return parts.map((part) => ({ ...part, start: start + part.start, end: start + part.end }));
    return [{ kind: "password", start, end, bare: true }];
  }
  const inner = written.slice(1, -1);
  if (inner === SECRET) return [];
  const parts = findSecretForms(inner);
  if (parts.length > 0)
    return parts.map((part) => ({ ...part, start: start + 1 + part.start, end: start + 1 + part.end }));
  return [{ kind: "password", start: start + 1, end: end - 1 }];
}
