/** A comment without its secrets: those of prose, of arguments that are commented out, and of commands. */
import { applyEdits } from "../../base/diagnostic.ts";
import { isSecretName } from "../../base/secrets/secret-names.ts";
import { hideSecrets, SECRET } from "../../base/secrets/secrets.ts";
import { parseFile, quoteString } from "../../syntax/index.ts";
import { type Edit, Hiding } from "./hide-argument.ts";
import { HEADER_MAPS, isNearSecretName } from "./secret-arguments.ts";

/** Lines that are looked through between two stops. */
const AT_ONCE = 20;
/** Longer ones are no arguments that somebody commented out. */
const MAX_LINE = 4000;
const ASSIGNED = /([A-Za-z_]\w{0,100})[ \t]*=(?![=~])[ \t]*/g;
/** What is assigned stands on the next lines, or nothing is. */
const OPENED = /^[\s[({]*$/;
/** What `hideSecrets` makes of a single value with nothing but words behind it. */
const ALONE = /^\w+\s*=\s*["'`]?\(secret\)["'`]?(?:\s+[\w.,;:!?-]+)*\s*$/;
const LITERAL = /"(?:[^"\\]|\\.)*"|`[^`]*`/g;
const LOGIN = /(\s(?:-u|--user)[ =]?["']?[^\s:"']{1,200}:)[^\s"']{1,4000}/g;

/** Comments that stand together, in their order: an argument may go on from one to the next. */
export class CommentGroupHiding {
  readonly #values: readonly string[];
  /** Brackets of a secret argument that are open. */
  #open = 0;

  constructor(values: readonly string[]) {
    this.#values = values;
  }

  /** The comment's text between its marks. */
  *hideInSteps(said: string): Generator<void, string> {
    const lines: string[] = [];
    for (const line of said.split("\n")) {
      if (lines.length % AT_ONCE === AT_ONCE - 1) yield;
      lines.push(this.#hideIn(line));
    }
    return hideSecrets(lines.join("\n"), { values: this.#values });
  }

  #hideIn(line: string): string {
    if (this.#open === 0) return this.#hideAssigned(line);
    this.#open = Math.max(0, this.#open + openedIn(line));
    return line.replace(LITERAL, (text, at: number) => {
      const isName = /^[ \t]*=/.test(line.slice(at + text.length, at + text.length + 10));
      return text.length > 2 && !isName ? quoteString(SECRET) : text;
    });
  }

  #hideAssigned(line: string): string {
    const text = /\bcurl\b/.test(line) ? line.replace(LOGIN, `$1${SECRET}`) : line;
    if (!text.includes("=") || text.length > MAX_LINE) return text;
    for (const { 0: assigned, 1: name, index } of text.matchAll(ASSIGNED)) {
      if (!isSecretName(name!) && !isNearSecretName(name!) && !HEADER_MAPS.has(name!)) continue;
      const value = index + assigned.length;
      const [from, rest] = [text.slice(index), text.slice(value)];
      if (OPENED.test(rest)) {
        this.#open = openedIn(rest);
        return text;
      }
      const whole = withoutIts(text);
      if (whole !== undefined) return whole;
      if (ALONE.test(hideSecrets(from))) return text;
      const end = text.slice(text.trimEnd().length);
      return text.slice(0, index) + (withoutIts(from) ?? assigned + quoteString(SECRET) + end);
    }
    return text;
  }
}

/** How many brackets a line opens that it does not close. */
function openedIn(line: string): number {
  let open = 0;
  for (const [bracket] of line.replace(LITERAL, "").matchAll(/[[\](){}]/g)) open += "[({".includes(bracket) ? 1 : -1;
  return open;
}

/** The text, which is a single argument, without its secrets; undefined where it is something else. */
function withoutIts(text: string): string | undefined {
  const { file, diagnostics } = parseFile(text);
  const [argument, ...others] = file.body;
  if (diagnostics.length > 0 || file.comments.length > 0 || others.length > 0) return undefined;
  if (argument?.kind !== "attribute") return undefined;
  const edits: Edit[] = [];
  new Hiding(edits, { values: [], stage: false, broken: false, whole: false }).attribute(argument, []);
  return applyEdits(text, edits);
}
