/** Journals that run: how much each holds, who has not got what, and the newest entries. */
import * as v from "valibot";
import { numberFrom } from "./body.ts";
import { refused } from "./refusals.ts";
import { json, route } from "./route.ts";
import { count, type Data, list, text, texts, time } from "./schema.ts";

/** Entries of one answer, and bytes of their texts. */
export const JOURNAL_PEEK = { most: 500, usual: 20, bytes: 4 * 1024 * 1024 } as const;

const Receiver = v.object({
  receiver: text("Id of the component, or name of the endpoint"),
  behind: count("Entries that it has not delivered"),
  behind_bytes: count("Bytes of those, about"),
});

export const RunningJournal = v.object({
  component: text("Id of the component: a logs.journal, or a logs.write with a wal block"),
  bytes: count("Size on disk"),
  max_bytes: count("Size at which it is full"),
  waiting: count("Entries that some receiver has not delivered"),
  oldest: v.optional(time("When the oldest of these was taken; absent where none waits")),
  damaged: v.optional(
    v.pipe(
      v.object({
        parts: count("Parts of its files that cannot be read"),
        entries: count("Entries that were lost with those, as far as that can be known"),
      }),
      v.description("What was found damaged since the server opened it; absent where nothing was"),
    ),
  ),
  receivers: list(Receiver, "Its receivers"),
});
export type RunningJournal = Data<typeof RunningJournal>;

export const JournalList = v.object({ journals: list(RunningJournal, "The journals that run") });
export type JournalList = Data<typeof JournalList>;

export const JournalEntry = v.object({
  number: count("Number of the entry, over the life of the journal"),
  line: text("The line; what is no UTF-8 is U+FFFD"),
  timestamp: time("Its time"),
  labels: texts("Labels by name"),
  structured_metadata: v.pipe(
    v.array(v.tuple([v.string(), v.string()])),
    v.description("Pairs of name and value, in order"),
  ),
});
export type JournalEntry = Data<typeof JournalEntry>;

export const JournalPeek = v.object({
  entries: list(
    JournalEntry,
    "The newest entries, the oldest of them first; fewer than asked for where they are large",
  ),
});
export type JournalPeek = Data<typeof JournalPeek>;

export const JournalPeekBody = v.object({
  last: v.optional(numberFrom(1, JOURNAL_PEEK.most, `Entries at most; ${JOURNAL_PEEK.usual} by default`)),
});

export const journalRoutes = {
  journals: route({
    method: "GET",
    path: "/api/journals",
    access: "reader",
    summary: "The journals that run, with what each receiver has not delivered",
    answers: { 200: json("The journals", JournalList) },
  }),
  journalEntries: route({
    method: "POST",
    path: "/api/journals/{component}/entries",
    access: "entries",
    summary: "The newest entries of a journal",
    params: { component: text("Id of the component") },
    body: JournalPeekBody,
    answers: {
      200: json("The entries", JournalPeek),
      404: refused("There is no such journal"),
      503: refused("It cannot be read now, or is being read by as many as may"),
    },
  }),
};
