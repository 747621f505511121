/** What is noted of a request while it is answered, to be recorded when that is done. Everything is kept as it is. */
import type { IncomingMessage } from "node:http";
import { MILLISECOND, type Nanos } from "@sluice/engine";
import type { TargetResult } from "@sluice/engine/profiles";
import type { RecordedName, RequestNotes, RequestRecord } from "../core/request-record.ts";
import type { DeliveryNotes } from "./deliver.ts";

/** Where a receiver records its requests, and under which name. */
export interface Recording {
  readonly record: RequestRecord;
  /** Id of the component. */
  readonly receiver: string;
  readonly now: () => Nanos;
}

export class ExchangeNotes implements DeliveryNotes {
  readonly elapsed: () => number;
  readonly targets: TargetResult[] = [];
  readonly #request: IncomingMessage;
  readonly #route: RequestNotes["route"];
  readonly #recording: Recording;
  readonly #time: number;
  #body: readonly Uint8Array[] | undefined;
  #name: RecordedName | undefined;
  #profiles = 0;

  constructor(request: IncomingMessage, route: RequestNotes["route"], recording: Recording, elapsed: () => number) {
    this.#request = request;
    this.#route = route;
    this.#recording = recording;
    this.#time = Number(recording.now() / MILLISECOND);
    this.elapsed = elapsed;
  }

  /** The body as it arrived, in parts. */
  take(body: readonly Uint8Array[]): void {
    this.#body = body;
  }

  name(first: RecordedName | undefined, profiles: number): void {
    this.#name = first;
    this.#profiles = profiles;
  }

  /** The answer has gone, or the client. */
  end(status: number, milliseconds: number): void {
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
      profiles: this.#profiles,
      name: this.#name,
      targets: this.targets,
    };
    this.#recording.record.add(notes, this.#body);
  }
}
