/** What stops with another configuration, as the server says it, and whether somebody at a terminal wants that. */
import { createInterface } from "node:readline/promises";
import type { Foreseen } from "@sluice/protocol";
import { formatTable } from "../columns.ts";

/** A line each: what loses something has a mark. */
export function consequencesText({
  consequences,
  consequences_more: more,
}: Pick<Foreseen, "consequences" | "consequences_more">): string {
  const rows = consequences.map(({ loses, component, text }) => [loses ? "!" : "-", component ?? "", text]);
  return `What stops:\n${formatTable(rows)}${more === undefined ? "" : `and ${more} more\n`}`;
}

/** Where a question can be asked. */
export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

export const canAsk = ({ stdin, stderr }: Terminal): boolean => stdin.isTTY === true && stderr.isTTY === true;

/** Asks a question that only `y` and `yes` answer; the end of the input is no. */
export async function confirm(question: string, { stdin, stderr }: Terminal): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: stderr, terminal: false });
  const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  try {
    const answer = await Promise.race([lines.question(`${question} [y/N] `), ended]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
