/** Writers of profiles whose first attempt may take as long as the client that waits for them is given. */
import { formatDuration } from "@sluice/languages/goduration";
import type { Diagnostic } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import { blockAt, decodedBlocks } from "../../schema/decoded-blocks.ts";
import type { DecodedBlock } from "../../schema/field.ts";
import type { BlockStatement, SourceFile } from "../../syntax/ast.ts";
import { reachOf } from "./send-loops.ts";

interface Component {
  readonly id: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly forwardTo: readonly string[];
  readonly span: Span;
}

/** Warns at each such endpoint. */
export function findRetryTimes(file: SourceFile, components: readonly Component[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const receiver of components) {
    const limit = decodedBlocks(receiver.args.http)[0]?.args.server_write_timeout;
    if (typeof limit !== "bigint" || limit <= 0n) continue;
    const reached = reachOf(receiver, components);
    for (const writer of components) {
      const statement = file.body.find((one): one is BlockStatement => one.span.start === writer.span.start);
      if (!reached.has(writer.id) || statement === undefined) continue;
      for (const endpoint of decodedBlocks(writer.args.endpoint)) {
        if (!hasNoTime(endpoint, limit)) continue;
        const { body, nameSpan } = blockAt(statement.body, endpoint);
        found.push({
          severity: "warning",
          code: "no-time-to-retry",
          message: `one attempt may take ${formatDuration(endpoint.args.remote_timeout as bigint)} (remote_timeout), and ${receiver.id} waits ${formatDuration(limit)} for its answer (server_write_timeout): no time is left to retry`,
          span: body.find(({ name }) => name === "remote_timeout")?.span ?? nameSpan,
          related: [{ message: "waits for the answer", span: receiver.span }],
        });
      }
    }
  }
  return found;
}

const hasNoTime = ({ args: { remote_timeout, max_backoff_retries } }: DecodedBlock, limit: bigint): boolean =>
  typeof remote_timeout === "bigint" &&
  typeof max_backoff_retries === "number" &&
  max_backoff_retries !== 1 &&
  remote_timeout >= limit;
