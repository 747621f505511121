/**
 * The service for debug information of binaries on the address of a receiver of profiles. Profilers ask whether a file is
 * wanted, send it, and say that it is there; everything goes to one endpoint, the first behind `forward_to`. Questions are
 * passed on as they came, in Connect's own forms; a file is streamed through, so that of each only a few kilobytes are here.
 */
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { type MetricRegistry, type Nanos, PROFILES_BOUNDS } from "@sluice/engine";
import { messageOf } from "@sluice/languages/base";
import {
  type DebugInfoCall,
  DebugInfoError,
  type DebugInfoMethod,
  firstDebugInfo,
} from "../core/entries/debug-info.ts";
import type { ProfilesOutlet } from "../core/entries/profiles-receiver.ts";
import { BROKEN } from "../http/body.ts";
import { allowAnyTime } from "../http/connections/connections.ts";
import type { Logger } from "../platform/log.ts";
import { shorten } from "./deliver.ts";
import type { Exchange } from "./exchange.ts";
import { PushError } from "./push-protocol.ts";

const SERVICE = "/debuginfo.v1alpha1.DebuginfoService/";
const METHODS: ReadonlySet<string> = new Set<DebugInfoMethod>(["ShouldInitiateUpload", "UploadFinished"]);
const UPLOAD = "Upload/";

/** Of a question, as it comes and after decompression. Bytes. */
export const MAX_QUESTION = PROFILES_BOUNDS.debugInfo.question;
const MAX_UPLOADS = PROFILES_BOUNDS.debugInfo.uploads;
const LENGTH = /^\d{1,15}$/;

class NoEndpoint extends DebugInfoError {
  constructor() {
    super("unavailable", "no downstream endpoints available");
  }
}

/** What is asked for by a path. */
export type DebugInfoRoute =
  | { readonly method: DebugInfoMethod }
  | { readonly method: "Upload"; readonly buildId: string };

/** Nothing where the path is none of the service's. A slash in the name of a file makes it one of another path, also encoded. */
export function debugInfoRoute(path: string): DebugInfoRoute | undefined {
  if (!path.startsWith(SERVICE)) return undefined;
  const rest = path.slice(SERVICE.length);
  if (METHODS.has(rest)) return { method: rest as DebugInfoMethod };
  if (!rest.startsWith(UPLOAD)) return undefined;
  const buildId = decoded(rest.slice(UPLOAD.length));
  // Dots alone are steps of a path, for whoever reads it next.
  return /^(?!\.{0,2}$)[^/\\]*$/.test(buildId) ? { method: "Upload", buildId } : undefined;
}

/** Empty where it is not a text. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

export interface DebugInfoParts {
  readonly outlet: ProfilesOutlet;
  readonly metrics: MetricRegistry;
  /** Of the names of metrics: `profiles_receive_http_`. */
  readonly prefix: string;
  readonly log: Logger;
  /** The clock of deadlines. */
  readonly now: () => Nanos;
}

export class DebugInfoService {
  readonly #parts: DebugInfoParts;
  readonly #calls;
  #uploads = 0;

  constructor(parts: DebugInfoParts) {
    this.#parts = parts;
    this.#calls = parts.metrics.counter(
      `${parts.prefix}debuginfo_downstream_calls_total`,
      "Calls for debug information that were passed on, or could not be",
      ["method", "result"],
    );
  }

  /** Files that are on their way. */
  get uploads(): number {
    return this.#uploads;
  }

  /** Passes a question on; gives the message of the answer. Rejects with a `PushError`. */
  async call(call: DebugInfoCall, exchange: Exchange, deadline: Nanos | undefined): Promise<Uint8Array> {
    checkMessage(call);
    return this.#counted(call.method, async () => {
      const target = firstDebugInfo(this.#parts.outlet.receivers);
      if (target === undefined) throw new NoEndpoint();
      return target.call(call, exchange.signal, deadline);
    }).catch((error: unknown) => {
      if (error instanceof DebugInfoError) throw new PushError(error.code, error.message);
      throw error;
    });
  }

  /** Streams a file to the endpoint, and answers; `timeout` is for all of it. */
  async upload(buildId: string, exchange: Exchange, timeout: Nanos): Promise<void> {
    const { request } = exchange;
    if (this.#uploads >= MAX_UPLOADS)
      return refuse(exchange, 429, `${MAX_UPLOADS} uploads are under way; try again later`);
    this.#uploads++;
    const count = (piece: Buffer) => {
      exchange.received += piece.length;
    };
    request.on("error", () => {});
    // Whoever sends it begins to read it.
    request.pause().on("data", count);
    request.once(BROKEN, () => exchange.stop(new Error("the body ended too early")));
    allowAnyTime(request);
    const announced = request.headers["content-length"] ?? "";
    const length = LENGTH.test(announced) ? Number(announced) : undefined;
    try {
      await this.#counted("Upload", async () => {
        const target = firstDebugInfo(this.#parts.outlet.receivers);
        if (target === undefined) throw new NoEndpoint();
        const { now } = this.#parts;
        await target.upload({ buildId, body: request, length }, exchange.signal, now() + timeout);
      });
      exchange.reply({ status: 200 });
    } catch (error) {
      if (!(error instanceof DebugInfoError)) throw error;
      if (error instanceof NoEndpoint) refuse(exchange, 503, error.message);
      else refuse(exchange, 502, `downstream upload: ${error.message}`);
    } finally {
      this.#uploads--;
      request.off("data", count);
    }
  }

  async #counted<T>(method: DebugInfoRoute["method"], work: () => Promise<T>): Promise<T> {
    const { log } = this.#parts;
    try {
      const result = await work();
      this.#calls.with(method, "success").inc();
      return result;
    } catch (error) {
      this.#calls.with(method, "failure").inc();
      log.write("warn", "debug information was not passed on", { method, reason: shorten(messageOf(error)) });
      throw error;
    }
  }
}

/** Nothing follows on the connection of a file that was not taken. */
function refuse(exchange: Exchange, status: number, line: string): void {
  if (!exchange.request.complete) exchange.response.shouldKeepAlive = false;
  exchange.replyText(status, line);
}

/** What cannot be a message is its client's mistake, whatever the endpoint makes of it. Throws a `PushError`. */
function checkMessage({ contentType, message }: DebugInfoCall): void {
  try {
    if (contentType === "application/proto") checkProto(message);
    else if (!isObject(JSON.parse(Buffer.from(message).toString()))) throw new Error("the message is not an object");
  } catch (error) {
    throw new PushError("invalid_argument", `unmarshal message: ${messageOf(error)}`);
  }
}

function checkProto(message: Uint8Array): void {
  const reader = new BinaryReader(message);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    reader.skip(wireType, field);
  }
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
