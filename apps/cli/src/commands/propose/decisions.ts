/** What the user decided about a proposal, by the ids of its stages and questions. All throw `UsageError`. */
import type { Proposal } from "@sluice/engine";
import { UsageError } from "../../usage.ts";

export interface Decisions {
  readonly choices: ReadonlyMap<string, boolean>;
  readonly answers: ReadonlyMap<string, string>;
}

interface Given {
  readonly with?: readonly string[];
  readonly without?: readonly string[];
  readonly answer?: readonly string[];
}

export function readDecisions({ with: taken = [], without = [], answer = [] }: Given): Decisions {
  const both = taken.find((id) => without.includes(id));
  if (both !== undefined) throw new UsageError(`--with and --without exclude each other for ${both}`);
  const choices = new Map([...taken.map((id) => [id, true] as const), ...without.map((id) => [id, false] as const)]);
  const answers = new Map(
    answer.map((pair) => {
      const at = pair.indexOf("=");
      if (at <= 0) throw new UsageError(`--answer must be ID=VALUE, got ${JSON.stringify(pair)}`);
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );
  return { choices, answers };
}

/** Refuses a decision about something that the proposal does not have: it would do nothing, unseen. */
export function checkDecisions({ stages, questions }: Proposal, { choices, answers }: Decisions): void {
  const known = stages.map(({ id }) => id);
  for (const [id, taken] of choices)
    if (!known.includes(id)) throw new UsageError(`--${taken ? "with" : "without"} ${id}: ${oneOf("stage", known)}`);
  for (const [id, answer] of answers) {
    const question = questions.find((one) => one.id === id);
    if (question === undefined)
      throw new UsageError(
        `--answer ${id}: ${oneOf(
          "question",
          questions.map((one) => one.id),
        )}`,
      );
    const values = question.answers.map((one) => one.id);
    if (!values.includes(answer))
      throw new UsageError(
        `--answer ${id}=${answer}: expected one of ${values.map((one) => JSON.stringify(one)).join(", ")}`,
      );
  }
}

const oneOf = (what: string, ids: readonly string[]): string =>
  ids.length === 0 ? `the proposal has no ${what}s` : `expected the ID of a ${what}: ${ids.join(", ")}`;
