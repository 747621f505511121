/**
 * Rules across arguments. They are checked even if arguments have errors of their own, so that one run shows all mistakes. A
 * rule is then reported only if it is broken for any value of those arguments, which is tried with several values of each.
 */
import type { Diagnostic, Report } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import type { AttributeStatement, BlockStatement } from "../syntax/ast.ts";
import { evaluate } from "../syntax/evaluator.ts";
import { parseExpression } from "../syntax/parse.ts";
import { NULL } from "../syntax/value.ts";
import type { CompiledTexts } from "./compiled-text.ts";
import type { Check, Field, Fields } from "./field.ts";
import type { ValueChance } from "./value-kind.ts";
import { kindOf } from "./value-kinds.ts";

/** A spec of a body, as far as its rules go. */
interface Checked {
  readonly fields: Fields;
  readonly check?: Check | undefined;
  readonly create?: unknown;
}

/** The contents of a body. */
interface Given {
  readonly args: Readonly<Record<string, unknown>>;
  /** Arguments and blocks with unknown values. */
  readonly unsure: ReadonlySet<string>;
  readonly attributes: ReadonlyMap<string, AttributeStatement>;
  readonly blocks: ReadonlyMap<string, readonly { statement: BlockStatement }[]>;
  /** Whether there are blocks that the spec does not name. */
  readonly stages: boolean;
}

const BUILDING = { phase: "build" } as const;

/** Reports the rules of `spec` that are broken. */
export function runCheck(
  { check, create, fields }: Checked,
  given: Given,
  owner: Span,
  { report, texts }: { readonly report: Report; readonly texts: CompiledTexts },
): void {
  if (check === undefined) return;
  const { unsure } = given;
  const phase = create === undefined ? {} : BUILDING;
  if (unsure.size === 0) {
    runOnce(check, given.args, given, owner, phase, report);
    return;
  }
  const tried = new Map(
    [...unsure].flatMap((name) => (fields[name] ? [[name, triedValues(fields[name], texts)]] : [])),
  );
  const runs = Math.max(1, ...[...tried.values()].map(({ length }) => length));
  let common: Diagnostic[] | undefined;
  for (let run = 0; run < runs; run++) {
    const found: Diagnostic[] = [];
    try {
      const args = withTried(given, tried, run);
      // What is missing may be there under another name.
      const isGiven = (name: string) => run % 2 === 1 && unsure.has(name);
      runOnce(check, args, given, owner, phase, (diagnostic) => void found.push(diagnostic), isGiven);
    } catch (error) {
      if (error !== UNSURE) throw error;
    }
    common = common === undefined ? found : common.filter((one) => found.some((other) => isSame(one, other)));
  }
  // Such an argument already has an error of its own.
  const told = [...unsure].flatMap((name) => given.attributes.get(name)?.value.span.start ?? []);
  for (const diagnostic of common ?? []) if (!told.includes(diagnostic.span!.start)) report(diagnostic);
}

const isSame = (a: Diagnostic, b: Diagnostic): boolean =>
  a.code === b.code && a.message === b.message && a.span?.start === b.span?.start && a.span?.end === b.span?.end;

/** Thrown if a rule reads an unknown block: it and the rules after it are skipped. */
const UNSURE = new Error("not known");

function withTried(
  { args, unsure }: Given,
  tried: ReadonlyMap<string, readonly unknown[]>,
  run: number,
): Readonly<Record<string, unknown>> {
  const made: Record<string, unknown> = { ...args };
  for (const name of unsure) {
    const values = tried.get(name);
    if (values !== undefined) made[name] = values[run % values.length];
    else
      Object.defineProperty(made, name, {
        get() {
          throw UNSURE;
        },
      });
  }
  return made;
}

/** Possible values of an argument, as different as possible: none, the default, the example, each choice, two made up. */
function triedValues({ type, presence, example }: Field, texts: CompiledTexts): unknown[] {
  const kind = kindOf(type);
  const values: unknown[] = [];
  const empty = kind.decode(NULL, type, texts);
  if (empty.ok) values.push(empty.value);
  if (presence.kind === "default") values.push(presence.value);
  const choices = kind.choices(type).map(({ value }) => JSON.stringify(value));
  for (const text of [example, ...choices, kind.generate(type, FIRST), kind.generate(type, LAST)]) {
    const parsed = text === undefined ? undefined : parseExpression(text);
    if (parsed === undefined || parsed.diagnostics.length > 0) continue;
    const evaluated = evaluate(parsed.expression, { lookup: () => undefined });
    const decoded = evaluated.ok ? kind.decode(evaluated.value, type, texts) : undefined;
    if (decoded?.ok) values.push(decoded.value);
  }
  if (presence.kind === "optional" || values.length === 0) values.push(undefined);
  return values;
}

const FIRST: ValueChance = {
  below: () => 0,
  pick: (from) => from[0]!,
  mistake: () => false,
  name: () => "a",
  text: () => "a",
};
const LAST: ValueChance = {
  below: (limit) => limit - 1,
  pick: (from) => from.at(-1)!,
  mistake: () => false,
  name: () => "other",
  text: () => "other",
};

function runOnce(
  check: Check,
  args: Readonly<Record<string, unknown>>,
  given: Given,
  owner: Span,
  phase: Pick<Diagnostic, "phase">,
  report: Report,
  isGiven: (name: string) => boolean = () => false,
): void {
  const place = (field: string | undefined, element?: number): Span => {
    if (field === undefined) return owner;
    const value = given.attributes.get(field)?.value;
    const part = element !== undefined && value?.kind === "array" ? value.elements[element] : undefined;
    return (part ?? value)?.span ?? given.blocks.get(field)?.[0]?.statement.nameSpan ?? owner;
  };
  check(
    args,
    {
      error: (code, message, field, element) =>
        report({ severity: "error", code, message, span: place(field, element), ...phase }),
      invalid: (code, message, field) => report({ severity: "error", code, message, span: place(field) }),
      warning: (code, message, field, { element, fix } = {}) =>
        report({ severity: "warning", code, message, span: place(field, element), proposed: fix }),
    },
    (field) =>
      given.attributes.has(field) || given.blocks.has(field) || (field === "stage" && given.stages) || isGiven(field),
  );
}
