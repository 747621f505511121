/** Ways that need no stage for extraction: an existing value, and a text at any place. */
import { goString } from "@sluice/languages/govalue";
import type { ExtractedValue } from "../base/extracted.ts";
import type { Extraction, LineSelection } from "./extraction.ts";

/** Entries that are compared. */
const COMPARED = 250;
const MAX_EXAMPLES = 5;

export interface EntryText {
  readonly line: string;
  readonly extracted?: Readonly<Record<string, ExtractedValue>> | undefined;
}

/**
 * The extracted value that the selected text is. It has that text in the entry with the line, and in every other the one
 * that a reader finds there: two values may be alike in one entry.
 */
export function fieldsOf(
  entries: readonly EntryText[],
  { line, start, end }: LineSelection,
  readers: readonly ((line: string) => string | undefined)[],
): Extraction[] {
  const value = line.slice(start, end);
  const own = entries.find((entry) => entry.line === line)?.extracted ?? {};
  const compared = entries.slice(0, COMPARED);
  const textOf = ({ extracted }: EntryText, name: string): string | undefined => {
    const found = extracted?.[name];
    return found === undefined || found === null ? undefined : goString(found);
  };
  return Object.keys(own)
    .filter((name) => textOf({ line, extracted: own }, name) === value)
    .filter((name) =>
      readers.some((read) =>
        compared.every((entry) => {
          const text = textOf(entry, name);
          const there = text === undefined ? undefined : read(entry.line);
          return there === undefined || there === text;
        }),
      ),
    )
    .slice(0, 1)
    .map((name) => {
      const texts = entries.flatMap((entry) => textOf(entry, name) ?? []);
      const examples = [...new Set(texts)].slice(0, MAX_EXAMPLES);
      return {
        kind: "field",
        text: name,
        stage: "",
        matched: texts.length,
        total: entries.length,
        overrun: 0,
        examples,
      };
    });
}

/** The text itself, at any place of a line. */
export function textItself(entries: readonly EntryText[], { line, start, end }: LineSelection): Extraction {
  const text = line.slice(start, end);
  const matched = entries.filter((entry) => entry.line.includes(text)).length;
  return { kind: "text", text, stage: "", matched, total: entries.length, overrun: 0, examples: [text] };
}
