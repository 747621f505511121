/**
 * What of a configuration the release of Alloy that it is written for does not have, or does otherwise: components, stages,
 * blocks, arguments, their values, and functions, by the table of what Alloy has since when. Nothing here keeps Sluice from
 * running it.
 */
import { unquote } from "@sluice/languages/gonumber";
import type { Diagnostic } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import { COMPONENT_CATALOG } from "../../components/index.ts";
import { CONFIG_BLOCKS } from "../../components/logging-block.ts";
import { isStage } from "../../pipeline/decode-stages.ts";
import { type AlloyVersion, compareAlloy } from "../../schema/alloy-target.ts";
import {
  ALLOY_FUNCTIONS,
  type AlloyHistory,
  flagOf,
  historyInside,
  historyOf,
  isIn,
  lackOf,
  requiredAt,
} from "../../schema/alloy-versions.ts";
import type { AttributeStatement, BlockStatement, Expression, SourceFile, Statement } from "../../syntax/ast.ts";
import { pathOf, walkExpression } from "../../syntax/index.ts";

/** What a name at `span` means at all times, and what its value says. */
interface Found {
  readonly name: string;
  readonly history: AlloyHistory | undefined;
  readonly span: Span;
  readonly value?: string;
  /** Arguments that the body lacks and the release requires. */
  readonly missing?: readonly Missing[];
}

type Missing = readonly [name: string, history: AlloyHistory, certain: true | "unknown"];

/** In the order of the text. */
export function* findVersionDifferences(file: SourceFile, version: AlloyVersion): Generator<Diagnostic> {
  const blocks = [...blockNames(file.body)];
  for (const { name, history, span, value, missing = [] } of walk(file.text, file.body, undefined, version)) {
    for (const one of missing) yield required(name, one, span, version);
    if (history === undefined) continue;
    const lack = lackOf(history, version);
    if (lack !== undefined) {
      const message = `${name} ${lack}; the target is Alloy ${version}`;
      yield { severity: "warning", code: "alloy-version", message, span };
      continue;
    }
    if (isIn(history, version) === "unknown") yield unknown(name, history, span, version);
    const level = flagOf(history, version);
    if (level !== undefined) yield flagged(name, level, span, version);
    for (const { at, what, where, besides } of history.changed ?? []) {
      if (compareAlloy(version, at) >= 0 || where?.test(value ?? "") === false) continue;
      if (besides !== undefined && !isBesides(besides, name, blocks)) continue;
      const message = `${name} does something else in Alloy ${version}: since Alloy ${at} ${what}`;
      yield { severity: "info", code: "alloy-version", message, span };
    }
  }
}

function* blockNames(body: readonly Statement[]): Generator<string> {
  for (const statement of body) {
    if (statement.kind === "attribute") continue;
    yield statement.name;
    yield* blockNames(statement.body);
  }
}

/** Whether a block besides the one with `name` has a name that `wanted` matches. */
const isBesides = (wanted: RegExp, name: string, blocks: readonly string[]): boolean =>
  blocks.filter((block) => wanted.test(block)).length > (wanted.test(name) ? 1 : 0);

function flagged(name: string, level: string, span: Span, version: AlloyVersion): Diagnostic {
  const message = `${name} needs --stability.level=${level} in Alloy ${version}`;
  return { severity: "info", code: "alloy-stability", message, span };
}

function unknown(name: string, { between }: AlloyHistory, span: Span, version: AlloyVersion): Diagnostic {
  const message = `${name} is in Alloy by ${between!.by}; whether Alloy ${version} has it is not known`;
  return { severity: "info", code: "alloy-version", message, span };
}

function required(
  name: string,
  [argument, { since, between }, certain]: Missing,
  span: Span,
  version: AlloyVersion,
): Diagnostic {
  const until = since ?? between!.by;
  return certain === true
    ? {
        severity: "warning",
        code: "alloy-version",
        message: `${name} without ${argument} needs Alloy ${until}; the target is Alloy ${version}`,
        span,
      }
    : {
        severity: "info",
        code: "alloy-version",
        message: `${name} without ${argument} is in Alloy by ${until}; whether Alloy ${version} takes it is not known`,
        span,
      };
}

const missingFrom = ({ body }: BlockStatement, place: string, version: AlloyVersion): Missing[] =>
  [...requiredAt(place, version)].filter(([name]) => !body.some((one) => one.name === name));

/** `place`: of the body in the table; undefined at the top of a file. */
function* walk(
  text: string,
  body: readonly Statement[],
  place: string | undefined,
  version: AlloyVersion,
): Generator<Found> {
  for (const statement of body) {
    const { name, nameSpan } = statement;
    if (statement.kind === "attribute") {
      if (place !== undefined) yield* attribute(text, statement, place);
      yield* functions(statement.value);
      continue;
    }
    const inner = innerPlace(statement, place);
    if (inner === undefined) continue;
    const span = { start: statement.span.start, end: nameSpan.end };
    yield { name, history: historyOf(inner), span };
    yield { name, history: undefined, span, missing: missingFrom(statement, inner, version) };
    if (place !== undefined) yield { name, history: historyInside(place, name), span };
    yield* walk(text, statement.body, inner, version);
  }
}

/** Where the table has what is inside a block; undefined for what it does not know. */
function innerPlace(statement: BlockStatement, place: string | undefined): string | undefined {
  const { name } = statement;
  if (isStage(statement)) return name;
  if (place !== undefined) return `${place} ${name}`;
  return Object.hasOwn(CONFIG_BLOCKS, name) ? name : COMPONENT_CATALOG.get(name)?.alias;
}

function* attribute(text: string, { name, nameSpan, value }: AttributeStatement, place: string): Generator<Found> {
  const history = historyInside(place, name);
  if (history === undefined) return;
  yield { name, history, span: nameSpan, value: text.slice(value.span.start, value.span.end) };
  const literal = value.kind === "literal" && value.literal === "string" ? unquote(value.text) : undefined;
  if (literal !== undefined && history.values !== undefined && Object.hasOwn(history.values, literal))
    yield { name: `${name} ${JSON.stringify(literal)}`, history: history.values[literal], span: value.span };
}

function* functions(expression: Expression): Generator<Found> {
  const found: Found[] = [];
  walkExpression(expression, (e) => {
    const name = e.kind === "call" ? pathOf(e.value)?.join(".") : undefined;
    if (name !== undefined && Object.hasOwn(ALLOY_FUNCTIONS, name))
      found.push({ name, history: ALLOY_FUNCTIONS[name], span: e.kind === "call" ? e.value.span : e.span });
    return true;
  });
  yield* found;
}
