/** Diagnostics for people: `file:line:col: severity: message`, the source line, and a caret below the place. */
import { type Diagnostic, messageWithHint, type Severity, underlinedPlace } from "../../base/diagnostic.ts";
import { characterWidth, wholeCharacters } from "../../base/display.ts";
import type { LineIndex, Span } from "../../base/span.ts";
import { visible } from "../../base/visible.ts";
import type { ConfigFiles } from "../config-files.ts";

/** Gives a text a style, or returns it unchanged where styles are not shown. */
export type Paint<Style = "red" | "yellow" | "cyan" | "green" | "bold"> = (style: Style, text: string) => string;

const PLAIN: Paint = (_style, text) => text;

/** Further ones are only counted: a file that is not a configuration may have thousands. */
const MAX_TOLD = 50;

/** A longer source line is shown around the place. */
const MAX_SHOWN = 160;
const BEFORE_PLACE = 60;

const SEVERITY_STYLE: Readonly<Record<Severity | "note", "red" | "yellow" | "cyan">> = {
  error: "red",
  warning: "yellow",
  info: "cyan",
  note: "cyan",
};

/**
 * The diagnostics in the given order, errors first if there are too many to show. Columns count bytes from 1, carets columns
 * of a terminal.
 */
export function formatDiagnostics(
  files: ConfigFiles,
  diagnostics: readonly Diagnostic[],
  paint: Paint = PLAIN,
): string {
  const place = (
    severity: Severity | "note",
    message: string,
    span: Span | undefined,
    marked: Span | undefined = span,
  ): string => {
    const said = `${paint(SEVERITY_STYLE[severity], severity)}: ${visible(message)}\n`;
    if (span === undefined) return `${files.name}: ${said}`;
    const at = files.locate(span);
    const { line, column } = at.lines.position(at.span.start);
    const { source, indent, carets } = markLine(at.lines, line, files.locate(marked ?? span).span);
    const below = `  ${source}\n  ${indent}${paint(SEVERITY_STYLE[severity], carets)}\n`;
    return `${paint("bold", `${at.name}:${line}:${column}:`)} ${said}${below}`;
  };

  const lineOf = (span: Span): string => {
    const at = files.locate(span);
    return `${at.name} ${at.lines.position(at.span.start).line}`;
  };
  const told = firstTold(diagnostics);
  const text = told
    .map((diagnostic) => {
      const { severity, span, related, fixes } = diagnostic;
      // A mistake inside the place is marked in its line instead of showing that line twice.
      const inner = underlinedPlace(diagnostic);
      const sameLine = span !== undefined && inner !== undefined && lineOf(inner) === lineOf(span);
      const marked = sameLine ? inner : span;
      const notes = (related ?? [])
        .filter((one) => one.span !== marked)
        .map((one) => place("note", one.message, one.span));
      const advice = (fixes ?? []).map(({ title }) => `  ${paint("green", "fix")}: ${visible(title)}\n`);
      return [place(severity, messageWithHint(diagnostic), span, marked), ...advice, ...notes].join("");
    })
    .join("");
  const more = diagnostics.length - told.length;
  return more === 0 ? text : `${text}… and ${more} more\n`;
}

/** The diagnostics that are reported, in order; errors first if there are too many to show. */
export function firstTold<D extends Pick<Diagnostic, "severity">>(diagnostics: readonly D[]): readonly D[] {
  if (diagnostics.length <= MAX_TOLD) return diagnostics;
  const bySeverity = (["error", "warning", "info"] as const).flatMap((one) =>
    diagnostics.filter(({ severity }) => severity === one),
  );
  const chosen = new Set(bySeverity.slice(0, MAX_TOLD));
  return diagnostics.filter((one) => chosen.has(one));
}

/** The displayed line of a span, blanks up to the place (tabs kept, so that it lines up), and carets under it. */
function markLine(lines: LineIndex, line: number, span: Span): { source: string; indent: string; carets: string } {
  const whole = lines.lineText(line);
  const start = Math.min(span.start - lines.lineStart(line), whole.length);
  const end = Math.max(start, Math.min(span.end - lines.lineStart(line), whole.length));
  const from = whole.length <= MAX_SHOWN ? 0 : Math.max(0, Math.min(start - BEFORE_PLACE, whole.length - MAX_SHOWN));
  const to = Math.min(whole.length, from + MAX_SHOWN);
  const before = wholeCharacters(whole, from, start);
  const marked = wholeCharacters(whole, start, Math.min(end, to));
  const after = wholeCharacters(whole, Math.max(start, Math.min(end, to)), to);
  const cutStart = from > 0 ? "…" : "";
  const cutEnd = to < whole.length ? "…" : "";
  return {
    source: `${cutStart}${showSource(before)}${showSource(marked)}${showSource(after)}${cutEnd}`,
    indent: cutStart.replace("…", " ") + showSource(before).replace(/[^\t]/gu, (c) => " ".repeat(characterWidth(c))),
    carets: "^".repeat(Math.max(1, widthOf(showSource(marked)))),
  };
}

/** Tabs stay as they are in source lines. */
const showSource = (text: string): string => text.split("\t").map(visible).join("\t");

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}
