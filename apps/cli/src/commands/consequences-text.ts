/** What stops with another configuration, as the server says it, and whether somebody at a terminal wants that. */
import { createInterface } from "node:readline/promises";
import type { Consequence } from "@sluice/engine";
import { formatTable } from "../columns.ts";
import type { Answer } from "../server-client.ts";

/** What `POST /api/validate` answers about something that may run. */
export interface Foreseen {
  readonly consequences: readonly Consequence[];
  readonly consequences_more?: number;
  readonly runs: Runs;
}

/** What ran when the server was asked. */
export interface Runs {
  /** Undefined: versions are not kept. */
  readonly version?: number;
  readonly sha256: string;
  readonly pipelines: readonly string[];
}

/** Undefined: it may not run, which the server says best where it is asked to run it. */
export function readForeseen({ status, json }: Answer): Foreseen | undefined {
  const { ok, consequences } = json;
  return status === 200 && ok === true && Array.isArray(consequences) ? (json as unknown as Foreseen) : undefined;
}

/** Undefined: it was not asked about a configuration that could be looked at. */
export function readRuns({ status, json }: Answer): Runs | undefined {
  const { runs } = json as { runs?: Partial<Runs> };
  return status === 200 && typeof runs?.sha256 === "string" ? (runs as Runs) : undefined;
}

/** A line each: what loses something has a mark. */
export function consequencesText({ consequences, consequences_more: more }: Foreseen): string {
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
