/**
 * Formatting of an opened document: what `alloy fmt` makes of it, to the byte. Comments that mean something stay byte for
 * byte where they stand, as all comments do that are not in the middle of an expression or a head.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import { type FormatResult, formatParsed } from "../syntax/index.ts";
import type { OpenedDocument } from "./open-document.ts";

/** The formatted text, or why the document does not parse. Nothing is parsed again but what comes out. */
export const formatDocument = ({ file, syntaxErrors }: Pick<OpenedDocument, "file" | "syntaxErrors">): FormatResult =>
  formatParsed({ file, diagnostics: syntaxErrors });

/** Whether a warning of `formatDocument` says that the formatted text is another configuration. */
export const changesMeaning = ({ code }: Diagnostic): boolean => code === "format-changes-structure";
