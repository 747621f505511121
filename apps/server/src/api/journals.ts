/** `/api/journals`: the journals that run, and their newest entries. */
import { formatRfc3339, toWellFormedData } from "@sluice/engine";
import { JOURNAL_PEEK, type JournalEntry, ROUTES } from "@sluice/protocol";
import type { JournalView } from "../core/component.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { codeOf } from "../platform/system-error.ts";
import type { ApiRoutes, Asked } from "./api-routes.ts";
import { JsonBodies, Refusal } from "./json-body.ts";

/** Who look into journals at a time: each may read a whole segment. */
const MAX_PEEKS = 2;
/** Of a request. Bytes and milliseconds. */
const MAX_BODY = 4 * 1024;
const BODY_TIMEOUT = 10_000;

type Journals = () => readonly { readonly component: string; readonly journal: JournalView }[];

export class JournalRoutes {
  readonly #journals: Journals;
  readonly #bodies: JsonBodies;
  #peeks = 0;

  constructor(journals: Journals, scheduler: Scheduler) {
    this.#journals = journals;
    this.#bodies = new JsonBodies(scheduler, { limit: MAX_BODY, together: 16 * MAX_BODY, timeout: BODY_TIMEOUT });
  }

  addTo(api: ApiRoutes): void {
    api.serve(ROUTES.journals, ({ answer }) => {
      const journals = this.#journals().flatMap(({ component, journal }) => {
        const summary = journal.summary();
        return summary === undefined ? [] : [{ component, ...summary }];
      });
      answer(200, { journals });
    });
    api.serveBody(ROUTES.journalEntries, this.#bodies, (asked) => this.#peek(asked));
  }

  async #peek({ params: { component }, body, response, answer }: Asked<typeof ROUTES.journalEntries>): Promise<void> {
    const found = this.#journals().find((one) => one.component === component);
    if (found === undefined)
      throw new Refusal(404, `there is no journal of ${component}; GET /api/journals lists them`);
    if (this.#peeks >= MAX_PEEKS) {
      response.set("Retry-After", "1");
      throw new Refusal(503, `${MAX_PEEKS} clients look into journals already; try again later`);
    }
    this.#peeks++;
    try {
      const entries = await found.journal.last(Math.floor(body.last ?? JOURNAL_PEEK.usual), JOURNAL_PEEK.bytes);
      answer(200, {
        entries: entries.map(
          ([number, { line, timestamp, labels, metadata }]): JournalEntry => ({
            number,
            ...toWellFormedData({
              line,
              timestamp: formatRfc3339(timestamp),
              labels: labels.toRecord(),
              structured_metadata: metadata.map(([name, value]): [string, string] => [name, value]),
            }),
          }),
        ),
      });
    } catch (error) {
      // Which file it is says something of the machine.
      if (codeOf(error) === undefined) throw error;
      response.set("Retry-After", "1");
      throw new Refusal(503, "the journal cannot be read now; try again later");
    } finally {
      this.#peeks--;
    }
  }
}
