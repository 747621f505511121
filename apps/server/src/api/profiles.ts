/**
 * `/api/profiles`: the last requests of the receivers of profiles, for the page's inspector. It lists them without the
 * credentials that were sent along (`profiles/recorded-view.ts`), hands out bodies within a bound of their own
 * (`PROFILES_BOUNDS.reading`), sends one again to a target of the configuration, and pushes a sample to a receiver.
 * Pages of other sites are refused. What was sent leaves through here under the same checks as the configuration does.
 */

import { messageOf, PROFILES_BOUNDS } from "@sluice/engine";
import { type ProfileRequestList, type RecordedTarget, ROUTES } from "@sluice/protocol";
import type { ProfilesReceiver } from "../core/entries/profiles-receiver.ts";
import type { ProfilesIntake } from "../core/profiles-intake.ts";
import { ByteBudget, type ByteShare } from "../http/byte-budget.ts";
import { inSlices, type Scheduler } from "../platform/scheduler.ts";
import { headersOf } from "../profiles/advice.ts";
import { samplePush } from "../profiles/demo-push.ts";
import { PushError } from "../profiles/push-protocol.ts";
import { type KeptRequest, openRecorded, sendAgain, withAllParts } from "../profiles/recorded-content.ts";
import { type Hide, RecordedView } from "../profiles/recorded-view.ts";
import type { RecordedRequest, RequestRecord } from "../recording/request-record.ts";
import type { ApiRoutes, Asked } from "./api-routes.ts";
import { JsonBodies, Refusal } from "./json-body.ts";

export interface ProfilesSource {
  readonly record: RequestRecord;
  readonly scheduler: Scheduler;
  readonly hide: Hide;
  /** The receivers that run. */
  intakes(): readonly {
    readonly id: string;
    readonly intake: ProfilesIntake;
    readonly targets: readonly RecordedTarget[];
  }[];
  /** What takes profiles under this id. */
  target(id: string): ProfilesReceiver | undefined;
}

/** After decompression: what is left where the body is as large as a recorded one can be. Bytes. */
const MAX_MESSAGE = PROFILES_BOUNDS.reading - PROFILES_BOUNDS.recorded.bodies;
/** Of what the page asks for. Bytes and milliseconds. */
const MAX_QUESTION = 16 * 1024;
const QUESTION_TIMEOUT = 10_000;
const NOT_RECORDING =
  "The page and the API do not listen on the loopback, so requests are not recorded; start with --inspect-profiles to record them.";

const GONE = "the body of this request is no longer kept";

export class ProfilesRoutes {
  readonly #source: ProfilesSource;
  readonly #view: RecordedView;
  readonly #questions: JsonBodies;
  /** What bodies hold while they are read once more. */
  readonly #reading = new ByteBudget(PROFILES_BOUNDS.reading);

  constructor(source: ProfilesSource) {
    this.#source = source;
    this.#view = new RecordedView(source.record, source.hide);
    this.#questions = new JsonBodies(source.scheduler, {
      limit: MAX_QUESTION,
      together: 64 * MAX_QUESTION,
      timeout: QUESTION_TIMEOUT,
    });
  }

  addTo(api: ApiRoutes): void {
    api.serve(ROUTES.profileRequests, async ({ answer }) => answer(200, await this.#list()));
    api.serve(ROUTES.profileRequest, (asked) => refusingUnreadable(() => this.#detail(asked)));
    api.serve(ROUTES.profile, (asked) => refusingUnreadable(() => this.#profile(asked)));
    api.serveBody(ROUTES.sendProfile, this.#questions, (asked) => refusingUnreadable(() => this.#send(asked)));
    api.serveBody(ROUTES.sendSample, this.#questions, (asked) => this.#sample(asked));
  }

  async #list(): Promise<ProfileRequestList> {
    const { record, scheduler, hide, intakes } = this.#source;
    const view = this.#view;
    function* summaries() {
      const all: ReturnType<RecordedView["request"]>[] = [];
      for (const one of record.list()) {
        all.push(view.request(one));
        yield;
      }
      return all;
    }
    const { recording, received } = record;
    return {
      recording,
      ...(!recording && { reason: NOT_RECORDING }),
      received,
      receivers: intakes().map(({ id, intake: { address, tls }, targets }) => ({
        id,
        address,
        tls,
        targets: targets.map((target) => ({ id: target.id, endpoints: target.endpoints.map(hide) })),
      })),
      requests: await inSlices(summaries(), scheduler),
    };
  }

  async #detail({ params, answer }: Asked<typeof ROUTES.profileRequest>): Promise<void> {
    const recorded = this.#find(params.id);
    const share = this.#reading.open();
    try {
      const kept = this.#keptOf(recorded, share);
      const bounds = boundsOf(share);
      const contents = kept === undefined ? none() : readable(withAllParts(openRecorded(kept, bounds), bounds));
      answer(200, await this.#view.detail(recorded, contents, this.#source.scheduler));
    } finally {
      share.close();
    }
  }

  async #profile({ params, response }: Asked<typeof ROUTES.profile>): Promise<void> {
    const share = this.#reading.open();
    // What is sent is held for as long as the client takes.
    response.once("close", () => share.close());
    const recorded = this.#keptOf(this.#find(params.id), share);
    if (recorded === undefined) throw new Refusal(404, GONE);
    const place = Number(params.place);
    for await (const { bytes } of openRecorded(recorded, boundsOf(share), place)) {
      const type = recorded.notes.route === "ingest" ? headersOf(recorded.notes.rawHeaders)["content-type"] : undefined;
      response.type("application/octet-stream");
      if (type !== undefined) response.set("X-Content-Type", this.#source.hide(type));
      response.end(bytes);
      return;
    }
    throw new Refusal(404, `the request has no profile ${place}`);
  }

  async #send({ params, body, response, answer }: Asked<typeof ROUTES.sendProfile>): Promise<void> {
    const recorded = this.#find(params.id);
    const target = this.#source.target(body.target);
    if (target === undefined) throw new Refusal(422, `${body.target} takes no profiles in this configuration`);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const share = this.#reading.open();
    try {
      const { scheduler } = this.#source;
      const kept = this.#keptOf(recorded, share);
      if (kept === undefined) throw new Refusal(409, GONE);
      const result = await sendAgain(kept, target, boundsOf(share), { scheduler, signal: gone.signal });
      answer(200, this.#view.target(result));
    } finally {
      share.close();
    }
  }

  async #sample({ body: { receiver: id }, answer }: Asked<typeof ROUTES.sendSample>): Promise<void> {
    const { scheduler, hide, intakes, record } = this.#source;
    if (!record.recording) throw new Refusal(409, NOT_RECORDING);
    const receiver = intakes().find((one) => one.id === id);
    if (receiver === undefined) throw new Refusal(404, `there is no receiver ${id}`);
    if (receiver.intake.address === "") throw new Refusal(409, `${id} does not listen; its health says why`);
    try {
      answer(200, { status: await receiver.intake.post(samplePush(scheduler.now())) });
    } catch (error) {
      throw new Refusal(502, hide(messageOf(error)));
    }
  }

  #find(id: string): RecordedRequest {
    const recorded = this.#source.record.find(id);
    if (recorded === undefined) throw new Refusal(404, "the request is not known, or no longer kept");
    return recorded;
  }

  /** With a copy of the body, which `share` counts; undefined where it is no longer kept. */
  #keptOf(recorded: RecordedRequest, share: ByteShare): KeptRequest | undefined {
    const body = this.#source.record.bodyOf(recorded);
    if (body === undefined) return undefined;
    share.take(body.length);
    const { notes, name } = recorded;
    return { notes, name, body: Buffer.from(body) };
  }
}

/** A body that cannot be read is refused. */
async function refusingUnreadable(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (error instanceof PushError) throw new Refusal(422, `the body cannot be read: ${error.message}`);
    throw error;
  }
}

const boundsOf = (share: ByteShare) => ({ limit: MAX_MESSAGE, share });

async function* none(): AsyncGenerator<never> {}

/** What can be read of it: a body that was refused has nothing to show, or not all. */
async function* readable<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* all;
  } catch (error) {
    if (!(error instanceof PushError)) throw error;
  }
}
