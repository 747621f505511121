/** What is noted of a request while it is answered, to be recorded when that is done. Everything is kept as it is. */

import type { IncomingMessage } from "node:http";
import { MILLISECOND, type Nanos } from "@sluice/engine";
import type { TargetResult } from "@sluice/protocol";
import type { HeldBody } from "../platform/held-body.ts";
import type { KeptBody } from "../recording/kept-bodies.ts";
import type { RecordedName, RequestNotes, RequestRecord } from "../recording/request-record.ts";
import type { DeliveryNotes } from "./deliver.ts";

/** Where a receiver records its requests, and under which name. */
export interface Recording {
  readonly record: RequestRecord;
  /** Id of the component. */
  readonly receiver: string;
  readonly now: () => Nanos;
}

/** Of an answer's text. Much more than is shown, so that a secret is not cut where it is still to be found. Bytes. */
const KEPT_ANSWER = 2048;

export class ExchangeNotes implements DeliveryNotes {
  readonly elapsed: () => number;
  readonly targets: TargetResult[] = [];
  readonly #request: IncomingMessage;
  readonly #route: RequestNotes["route"];
  readonly #recording: Recording;
  readonly #time: number;
  #body: KeptBody | undefined;
  #name: RecordedName | undefined;
  #profiles = 0;
  #answer: string | undefined;
  #ended = false;

  constructor(request: IncomingMessage, route: RequestNotes["route"], recording: Recording, elapsed: () => number) {
    this.#request = request;
    this.#route = route;
    this.#recording = recording;
    this.#time = Number(recording.now() / MILLISECOND);
    this.elapsed = elapsed;
  }

  /** The body as it arrived. */
  take(body: HeldBody): void {
    // A client that left may have sent all of it: nobody would give it up.
    if (!this.#ended) this.#body = this.#recording.record.keep(body);
  }

  name(first: RecordedName | undefined, profiles: number): void {
    this.#name = first;
    this.#profiles = profiles;
  }

  /** The text of an answer that refuses. It is copied: a piece of a text keeps all of it in memory. */
  refuse(text: Uint8Array | string): void {
    if (text.length > 0) this.#answer = Buffer.from(text.slice(0, KEPT_ANSWER)).toString("utf8", 0, KEPT_ANSWER);
  }

  /** The answer has gone, or the client. */
  end(status: number, milliseconds: number): void {
    this.#ended = true;
    const { method = "", url = "", rawHeaders } = this.#request;
    const notes = {
      time: this.#time,
      receiver: this.#recording.receiver,
      route: this.#route,
      method,
      url,
      rawHeaders,
      milliseconds,
      status,
      answer: this.#answer,
      profiles: this.#profiles,
      targets: this.targets,
    };
    this.#recording.record.add(notes, this.#body, this.#name);
  }
}
