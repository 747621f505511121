/** Answers to a proposal's questions, and stages that were taken or left out, are there again when the page is loaded anew. */
import * as v from "valibot";
import type { App } from "../../../core/page/app.ts";
import { documentNotes } from "../../../core/page/documents/document-notes.ts";
import { KEYS } from "../../../core/storage/text-storage.ts";

/** Of one document; ids and answers are short words. */
const MOST = 200;
const Word = v.pipe(v.string(), v.maxLength(200));
const pairs = <T>(value: v.GenericSchema<unknown, T>) => v.pipe(v.array(v.tuple([Word, value])), v.maxLength(MOST));
const decisions = documentNotes(KEYS.decisions, v.object({ choices: pairs(v.boolean()), answers: pairs(Word) }));

/** Recalls and keeps the decisions of the open document until the result is called. */
export function keepDecisions(app: App): () => void {
  const known = decisions.of(app);
  if (known !== undefined) app.proposals.recall({ choices: new Map(known.choices), answers: new Map(known.answers) });
  return app.stores.proposal.subscribe(({ choices, answers }, before) => {
    if (choices === before.choices && answers === before.answers) return;
    decisions.set(app, { choices: [...choices].slice(-MOST), answers: [...answers].slice(-MOST) });
  });
}
