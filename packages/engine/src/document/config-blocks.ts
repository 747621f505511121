/** Blocks of a configuration that configure the process and are not components. */
import type { Report } from "../base/diagnostic.ts";
import { type LoggingArgs, loggingBlock } from "../components/logging-block.ts";
import { blockHead } from "../schema/body-spec.ts";
import { decodeBodyInSteps, refuseLabel } from "../schema/decode.ts";
import type { BlockStatement, Statement } from "../syntax/ast.ts";
import { createStandardLibrary } from "../syntax/index.ts";
import type { LoadOptions } from "./component-node.ts";

const isLogging = (statement: Statement): statement is BlockStatement =>
  statement.kind === "block" && statement.name === "logging";

/** The block `logging`, decoded; undefined where there is none, or it has an error. */
export function* readLogging(
  body: readonly Statement[],
  { library, decodeOnly }: LoadOptions,
  report: Report,
): Generator<void, LoggingArgs | undefined> {
  const [first, second] = body.filter(isLogging);
  if (first === undefined) return undefined;
  refuseLabel(first, report);
  if (second !== undefined) {
    report({
      severity: "error",
      code: "duplicate-block",
      message: 'block "logging" may only be specified once',
      span: blockHead(second),
      related: [{ message: "given here", span: blockHead(first) }],
    });
  }
  const names = createStandardLibrary(library ?? {});
  // A problem of the log does not keep the configuration from running.
  const context = {
    scope: { lookup: (name: string) => names.get(name) },
    report,
    decodeOnly,
    notRun: "warning",
  } as const;
  return (yield* decodeBodyInSteps(first.body, loggingBlock, first.nameSpan, context)).args;
}
