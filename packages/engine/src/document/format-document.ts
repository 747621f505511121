/**
 * Formatting of an opened document exactly as `alloy fmt` does it. Comments with a meaning stay in place byte for byte, as do
 * all comments outside expressions and heads.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import { type FormatResult, formatParsed } from "../syntax/index.ts";
import type { OpenedDocument } from "./open-document.ts";

/** The formatted text, or why the document does not parse. Nothing is parsed again but what comes out. */
export const formatDocument = ({ file, syntaxErrors }: Pick<OpenedDocument, "file" | "syntaxErrors">): FormatResult =>
  formatParsed({ file, diagnostics: syntaxErrors });

/** Whether a warning of `formatDocument` says that the formatted text is another configuration. */
export const changesMeaning = ({ code }: Diagnostic): boolean => code === "format-changes-structure";
