/** What a body of the configuration may hold, and what decoding it knows of the rest. */
import type { Diagnostic, Report } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import type { BlockStatement, Expression } from "../syntax/ast.ts";
import type { Scope } from "../syntax/evaluator.ts";
import type { CompiledTexts } from "./compiled-text.ts";
import type { ArgsOf, Blocks, Check, Fields } from "./field.ts";

export interface DecodeContext {
  readonly scope: Scope;
  readonly report: Report;
  /** Whether an expression's value is known only where other programs run: the argument then counts as empty, with a warning. */
  readonly isUnknowable?: ((expression: Expression) => boolean) | undefined;
  /**
   * Whether an expression uses a value that is not known yet, and has an empty one in its place: only what is wrong whatever
   * the value will be is an error.
   */
  readonly isPending?: ((expression: Expression) => boolean) | undefined;
  /** Mistakes that are refused only when a component is loaded or built are ignored. */
  readonly decodeOnly?: boolean | undefined;
  /** Shared by all that is decoded of one document. */
  readonly texts?: CompiledTexts | undefined;
  /** What is said of a value that `isUnknowable`; by default, as a warning, that it counts as empty. */
  readonly describeUnknown?: ((expression: Expression, name: string) => UnknownValue) | undefined;
  /** What Alloy has and Sluice does not run is ignored, with a diagnostic of this severity; by default it is an error. */
  readonly notRun?: "info" | "warning" | undefined;
}

export type UnknownValue = Pick<Diagnostic, "severity" | "message">;

export const countsAsEmpty = (name: string, severity: "info" | "warning"): UnknownValue => ({
  severity,
  message: `the value of ${JSON.stringify(name)} is known only where the configuration runs; it counts as empty here`,
});

export type InnerContext = DecodeContext & { readonly texts: CompiledTexts };

/** What a body may hold. */
export interface BodySpec<F extends Fields = Fields, B extends Blocks = Blocks> {
  readonly fields: F;
  readonly blocks: B;
  readonly check?: Check<ArgsOf<F, B>> | undefined;
  /** Arguments and blocks that Alloy has here and Sluice does not run yet. */
  readonly notRun?: readonly string[] | undefined;
  /** Present where something is built from the arguments at once (a stage), so that values which are not known must hold too. */
  readonly create?: unknown;
}

/** From a block's name to its opening brace. */
export function blockHead(statement: BlockStatement): Span {
  return { start: statement.span.start, end: statement.bodySpan.start + 1 };
}
