/**
 * Who answers what on the address of a receiver of profiles (`profiles.receive_http`). Most pushes, a single message in
 * the binary form, are read right here: profilers send these, and several times as many fit through this way. Connect's
 * code reads the others (JSON, gRPC, gRPC-web). Headers, decompression, bounds and deadlines are the same code for all,
 * and a test sends what both can read through both.
 *
 * A whole body is read before anything is done with it, within bounds on all of them together. It is handed to all
 * receivers at once, and answered when the slowest is done; nothing is queued.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { type MetricRegistry, MILLISECOND, type Nanos, PROFILES_BOUNDS } from "@sluice/engine";
import type { DebugInfoMethod } from "../core/entries/debug-info.ts";
import type { IngestedProfile, ProfilesOutlet } from "../core/entries/profiles-receiver.ts";
import { BearerToken, shownBearer } from "../http/bearer.ts";
import { joinParts } from "../http/body.ts";
import { BodyError, BrokenBody, ClientGone } from "../http/body-error.ts";
import { BodyIntake, type BodyLimits } from "../http/body-intake.ts";
import type { ByteShare } from "../http/byte-budget.ts";
import { sinceBegin } from "../http/connections/connections.ts";
import type { ByteParts } from "../http/parts.ts";
import type { RequestCounts } from "../http/request-counts.ts";
import { TokenGuesses } from "../http/token-guesses.ts";
import type { After } from "../platform/deadlines.ts";
import { lengthOf } from "../platform/length-of.ts";
import type { Logger } from "../platform/log.ts";
import { Remembered } from "../platform/remembered.ts";
import { type DebugInfoRoute, DebugInfoService, debugInfoRoute, MAX_QUESTION } from "./debug-info.ts";
import { shorten, tellError } from "./deliver.ts";
import { Exchange, type ExchangeRules, type Reply, type Route } from "./exchange.ts";
import { ExchangeNotes, type Recording } from "./exchange-notes.ts";
import { ingest, ingestedProfile, QueryLabels, TAKEN, withAdvice } from "./ingest.ts";
import { type ClientWait, type PushContent, type PushFailure, push } from "./push.ts";
import { pushByConnect, pushEnvelope, universalRequest } from "./push-connect.ts";
import type { KnownLabels } from "./push-decode.ts";
import { pushDirectly } from "./push-direct.ts";
import { admitMessage, asPushError, decompress, type MessageBounds } from "./push-message.ts";
import {
  ACCEPT_CONNECT,
  ACCEPT_POST,
  errorReply,
  PushError,
  type PushType,
  successReply,
  termsOf,
  typeOf,
} from "./push-protocol.ts";

const INGEST = "/ingest";
const SERVICE = "/push.v1.PusherService/";
const PUSH = `${SERVICE}Push`;

/** What the bodies of all requests may hold together, and what they are read into: this, or so many of the largest. */
export const MIN_IN_FLIGHT = PROFILES_BOUNDS.inFlight;
const BODIES_IN_FLIGHT = 3;
/** Of a body without a limit of its own: while its pieces are put together, it is held twice. */
export const MAX_BODY = MIN_IN_FLIGHT / 2;

export interface ReceiverRules {
  /** Of a body, and of a message after decompression; 0 is as much as fits. Bytes. */
  readonly maxBodySize: number;
  /** What clients have to show; empty is nothing. */
  readonly bearerToken: string;
  /** Of a file with debug information. */
  readonly debugInfoUploadTimeout: Nanos;
  /** Milliseconds; 0 is without end. */
  readonly readTimeout: number;
  readonly writeTimeout: number;
}

export interface ReceiverParts {
  readonly outlet: ProfilesOutlet;
  readonly counts: RequestCounts<Route>;
  readonly metrics: MetricRegistry;
  /** Of their names: `profiles_receive_http_`. */
  readonly prefix: string;
  /** Where requests are recorded. */
  readonly recording?: Recording | undefined;
  readonly log: Logger;
  readonly elapsed: () => number;
  /** The clock of deadlines. */
  readonly now: () => Nanos;
  readonly after: After;
}

export class ProfilesHttpReceiver {
  readonly #parts: ReceiverParts;
  readonly #labels = new QueryLabels();
  readonly #known: KnownLabels = new Remembered();
  #rules!: ReceiverRules;
  #token: BearerToken | undefined;
  readonly #guesses: TokenGuesses;
  readonly #debugInfoService: DebugInfoService;
  #intake!: BodyIntake;
  #limit!: number;
  #exchange!: ExchangeRules;

  constructor(rules: ReceiverRules, parts: ReceiverParts) {
    this.#parts = parts;
    this.#guesses = new TokenGuesses(parts.elapsed, (client) =>
      parts.log.write("warn", "too many wrong tokens were shown; further ones are answered 429 for a minute", {
        from: client ?? "many addresses",
      }),
    );
    this.#debugInfoService = new DebugInfoService(parts);
    this.follow(rules);
  }

  /** Files with debug information that are on their way. */
  get uploads(): number {
    return this.#debugInfoService.uploads;
  }

  /** From the next request on it answers by other rules. */
  follow(rules: ReceiverRules): void {
    const { after, elapsed, counts } = this.#parts;
    const { maxBodySize, writeTimeout, bearerToken } = rules;
    const inFlight = Math.max(MIN_IN_FLIGHT, BODIES_IN_FLIGHT * maxBodySize);
    // Those who are being answered keep what they count in.
    if (this.#rules?.maxBodySize !== maxBodySize) this.#intake = new BodyIntake({ inFlight, after });
    this.#limit = maxBodySize > 0 ? maxBodySize : MAX_BODY;
    this.#exchange = { elapsed, counts, writeTimeout };
    this.#token = bearerToken === "" ? undefined : new BearerToken(bearerToken);
    this.#rules = rules;
  }

  /** Bytes in flight. */
  get held(): number {
    return this.#intake.held;
  }

  readonly answer = (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const { url = "", method } = request;
    const question = url.indexOf("?");
    const path = question < 0 ? url : url.slice(0, question);
    const asked = debugInfoRoute(path);
    if (asked !== undefined) return this.#debugInfo(asked, request, response);
    const route: Route = path === INGEST ? "ingest" : path === PUSH ? "push_v1_pusherservice" : "other";
    const notes = route === "other" ? undefined : this.#note(request, route === "ingest" ? "ingest" : "push");
    const exchange = new Exchange(request, response, route, this.#exchange, notes);
    if (route === "other" && !(path.startsWith(SERVICE) && method !== "POST"))
      return void exchange.replyText(404, "404 page not found");
    if (method !== "POST") return void exchange.reply({ status: 405 });
    if (!this.#isAllowed(request)) return void this.#turnAway(exchange, response);
    if (route === "ingest") return this.#ingest(exchange, question < 0 ? "" : url.slice(question + 1));
    return this.#push(exchange);
  };

  /** Not recorded among the requests with profiles: there is none in it, and a file is too large. */
  #debugInfo(asked: DebugInfoRoute, request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const { method } = asked;
    const rules = method === "Upload" ? { ...this.#exchange, writeTimeout: 0 } : this.#exchange;
    const exchange = new Exchange(request, response, "debuginfo_v1alpha1_debuginfoservice", rules);
    if (request.method !== "POST") return void exchange.reply({ status: 405 });
    if (!this.#isAllowed(request)) return void this.#turnAway(exchange, response);
    if (asked.method !== "Upload") return this.#debugInfoCall(exchange, asked.method);
    return this.#debugInfoService.upload(asked.buildId, exchange, this.#rules.debugInfoUploadTimeout);
  }

  async #debugInfoCall(exchange: Exchange, method: DebugInfoMethod): Promise<void> {
    const type = typeOf(exchange.request.headers["content-type"]);
    if (type === undefined || type.form === "envelope")
      return exchange.reply({ status: 415, headers: { "Accept-Post": ACCEPT_CONNECT } });
    const contentType = type.form === "proto" ? "application/proto" : "application/json";
    await this.#unary(exchange, type, MAX_QUESTION, async (message, share, deadline) => {
      const whole = await joinParts(message, share);
      return this.#debugInfoService.call({ method, contentType, message: whole }, exchange, deadline);
    });
  }

  #note(request: IncomingMessage, route: "ingest" | "push"): ExchangeNotes | undefined {
    const { recording, elapsed } = this.#parts;
    if (recording?.record.recording) return new ExchangeNotes(request, route, recording, elapsed);
    recording?.record.count();
    return undefined;
  }

  #isAllowed(request: IncomingMessage): boolean {
    if (this.#token === undefined) return true;
    const shown = shownBearer(request);
    return shown !== undefined && this.#token.is(shown);
  }

  #turnAway(exchange: Exchange, response: ServerResponse): void {
    const headers = { "Content-Type": "text/plain; charset=utf-8" };
    if (shownBearer(exchange.request) !== undefined && this.#guesses.wrong(exchange.request, response) !== undefined)
      exchange.reply({ status: 429, headers, body: "too many wrong tokens were shown; try again later\n" });
    else {
      const body = "the bearer token is missing or wrong\n";
      exchange.reply({ status: 401, headers: { ...headers, "WWW-Authenticate": "Bearer" }, body });
    }
  }

  async #ingest(exchange: Exchange, rawQuery: string): Promise<void> {
    try {
      await this.#take(exchange, this.#limit, (body, share) => {
        const name = this.#labels.of(rawQuery);
        if (name.problem !== undefined)
          this.#parts.log.write("warn", "the name of a profile cannot be read; it is forwarded without labels", {
            reason: shorten(name.problem),
          });
        const { request, notes } = exchange;
        notes?.name(name, 1);
        if (this.#parts.outlet.receivers.length === 0) return exchange.reply(TAKEN);
        return this.#handOn(
          exchange,
          ingestedProfile({ body: share.hold(body), rawHeaders: request.rawHeaders, rawQuery }, name),
        );
      });
    } catch (error) {
      if (error instanceof BodyError) exchange.notes?.refuse(error.message);
      // What is ours to refuse is said elsewhere.
      if (!endsConnection(error)) throw error;
      exchange.reply(ending({ status: 500 }, error));
    }
  }

  async #handOn(exchange: Exchange, profile: IngestedProfile): Promise<void> {
    const { signal, notes } = exchange;
    const { reply, errors } = await ingest(profile, this.#parts.outlet.receivers, signal, notes);
    for (const error of errors) this.#tellFailure("a profile was not taken by a receiver", error);
    exchange.reply(errors.length === 0 ? reply : withAdvice(reply, exchange.request, profile.body));
  }

  async #push(exchange: Exchange): Promise<void> {
    const type = typeOf(exchange.request.headers["content-type"]);
    if (type === undefined) return exchange.reply({ status: 415, headers: { "Accept-Post": ACCEPT_POST } });
    if (type.form === "envelope") return this.#pushEnvelope(exchange, type.contentType);
    return this.#unary(exchange, type, this.#limit, (message, share, deadline) => {
      const wait = { signal: exchange.signal, deadline };
      return this.#pushMessage(exchange, { message, type, wait, bounds: { limit: this.#limit, share } });
    });
  }

  /** Answers a call in one of Connect's own forms; `limit` is of its message, as it comes and after decompression. */
  async #unary(exchange: Exchange, type: PushType, limit: number, use: UnaryUse): Promise<void> {
    let done = () => {};
    try {
      const { compressed, compressAnswer, timeout } = termsOf(exchange.request.headers);
      const { after, now } = this.#parts;
      if (timeout !== undefined) done = after(timeout, () => exchange.stop(new Error("context deadline exceeded")));
      const deadline = timeout === undefined ? undefined : now() + BigInt(timeout) * MILLISECOND;
      const answer = await this.#take(exchange, limit, (body, share) => {
        const inflated = compressed ? inflate(body, { limit, share }) : body;
        const useAll = (message: ByteParts) => use(message, share, deadline);
        return inflated instanceof Promise ? inflated.then(useAll) : useAll(inflated);
      });
      exchange.reply(successReply(type.contentType, compressAnswer ? gzipped(answer) : answer, compressAnswer));
    } catch (error) {
      exchange.reply(ending(errorReply(pushErrorOf(error)), error));
    } finally {
      done();
    }
  }

  /** Gives the empty message of the answer, at once where nobody has to be waited for. Throws a `PushError`, or rejects with one. */
  #pushMessage(exchange: Exchange, { message, type, wait, bounds }: WholeMessage): Uint8Array | Promise<Uint8Array> {
    if (exchange.signal.aborted) throw new PushError("deadline_exceeded", "context deadline exceeded");
    const { form, contentType } = type;
    admitMessage(message, form as "proto" | "json", bounds);
    const asked = { wait, push: this.#pushing(exchange) };
    const { now, outlet } = this.#parts;
    const { share } = bounds;
    if (form !== "json") {
      const held = outlet.receivers.length === 0 ? message : (share?.hold(message) ?? message);
      return pushDirectly({ ...asked, message: held, known: this.#known });
    }
    return Promise.resolve(joinParts(message, share)).then((whole) =>
      pushByConnect({ ...asked, contentType, now, message: whole }),
    );
  }

  async #pushEnvelope(exchange: Exchange, contentType: string): Promise<void> {
    const request = universalRequest(exchange.request, exchange.response);
    if (request === undefined) return exchange.replyText(400, "400 Bad Request: malformed Host header");
    const wait = { signal: exchange.signal, deadline: undefined };
    const asked = { request, contentType, wait, now: this.#parts.now, push: this.#pushing(exchange) };
    const answer = (body: Buffer | PushError, share?: ByteShare) =>
      pushEnvelope({ ...asked, body, bounds: { limit: this.#limit, share } });
    try {
      exchange.reply(
        await this.#take(exchange, this.#limit, async (body, share) => answer(await joinParts(body, share), share)),
      );
    } catch (error) {
      exchange.reply(ending(await answer(pushErrorOf(error)), error));
    }
  }

  /** Does what the push of a request asks for. */
  #pushing({ notes }: Exchange): (content: PushContent, wait: ClientWait) => PushFailure {
    const tell = (failed: string | undefined) => {
      if (failed !== undefined) this.#tellFailure("a push was not taken by all receivers", failed);
      return failed;
    };
    return (content, wait) => {
      const failed = push(content, this.#parts.outlet.receivers, wait, notes);
      return failed instanceof Promise ? failed.then(tell) : tell(failed);
    };
  }

  #take<T>(exchange: Exchange, limit: number, use: (body: ByteParts, share: ByteShare) => T | Promise<T>): Promise<T> {
    return this.#intake.takeParts(exchange.request, this.#limitsOf(exchange, limit), (body, share) => {
      exchange.received = lengthOf(body);
      if (exchange.notes === undefined) return use(body, share);
      // What is recorded is what is handed on: one copy serves both.
      const copy = share.copy(body);
      exchange.notes.take(copy);
      return use(copy.parts, share);
    });
  }

  #limitsOf({ request }: Exchange, limit: number): BodyLimits {
    const { readTimeout } = this.#rules;
    // What came before the body has taken of the time for all of it.
    const left = Math.max(1, Math.ceil(readTimeout - sinceBegin(request)));
    return { limit, timeout: readTimeout > 0 ? left : 0 };
  }

  #tellFailure(what: string, error: unknown): void {
    this.#parts.log.write("warn", what, { reason: tellError(error) });
  }
}

/** Gives the message of the answer, at once where nobody has to be waited for. */
type UnaryUse = (message: ByteParts, share: ByteShare, deadline: Nanos | undefined) => Uint8Array | Promise<Uint8Array>;

interface WholeMessage {
  /** After decompression. */
  readonly message: ByteParts;
  readonly type: PushType;
  readonly wait: ClientWait;
  readonly bounds: MessageBounds;
}

const inflate = async (body: ByteParts, bounds: MessageBounds): Promise<ByteParts> => [
  await decompress(await joinParts(body, bounds.share), bounds),
];

const GZIPPED_EMPTY = gzipSync(new Uint8Array());
const gzipped = (message: Uint8Array) => (message.length === 0 ? GZIPPED_EMPTY : gzipSync(message));
/** The rest of the body is not to be waited for: it breaks off, or takes too long. */
const endsConnection = (error: unknown): boolean =>
  error instanceof ClientGone || error instanceof BrokenBody || (error instanceof BodyError && error.status === 408);

const ending = (reply: Reply, error: unknown): Reply =>
  endsConnection(error) ? { ...reply, headers: { ...reply.headers, Connection: "close" } } : reply;

function pushErrorOf(error: unknown): PushError {
  if (error instanceof PushError) return error;
  if (error instanceof ClientGone || error instanceof BrokenBody)
    return new PushError("invalid_argument", "the body ended too early");
  return asPushError(error, "read");
}
