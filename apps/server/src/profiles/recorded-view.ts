/**
 * Recorded requests as the host's API tells them: without credentials. Each is made once, since a list is asked for again
 * and again, and what clients sent may be long.
 */

import { isSecretName, SECRET } from "@sluice/engine";
import { explainServiceName, isGzip, METRIC_NAME } from "@sluice/engine/profiles";
import type {
  ProfileRequest,
  ProfileRequestDetail,
  RecordedPart,
  RecordedProfile,
  TargetResult,
} from "@sluice/protocol";
import { inSlices, type Scheduler } from "../platform/scheduler.ts";
import type { RecordedName, RecordedRequest, RequestNotes, RequestRecord } from "../recording/request-record.ts";
import { adviceFor, describeBody, headersOf } from "./advice.ts";
import { shorten } from "./deliver.ts";
import type { RecordedBody } from "./recorded-content.ts";
import { isShownHeader, shownParameter } from "./shown-request.ts";

/** Gives a text without secrets. */
export type Hide = (text: string) => string;

/** Profiles of one request that are described, and characters of their labels and parts. */
const MAX_CONTENTS = 1000;
const MAX_CONTENT_TEXT = 1024 * 1024;
/** What each label and each part counts besides its texts: marks, and the time to look through it. Characters. */
const OVERHEAD = 64;

/** Of a header, and of what a part says about itself. Characters. */
const MAX_SHOWN = 4096;

type Route = RequestNotes["route"];

/** What profiles of one series have in common. */
type Series = Pick<RecordedProfile, "received" | "labels" | "serviceRule" | "type">;

/** What does not change any more. */
type Made = Omit<ProfileRequest, "bodyKept" | "targets">;

export class RecordedView {
  readonly #hide: Hide;
  readonly #record: RequestRecord;
  readonly #made = new WeakMap<RecordedRequest, Made>();

  constructor(record: RequestRecord, hide: Hide) {
    this.#record = record;
    this.#hide = hide;
  }

  /** As a list shows it. */
  request(recorded: RecordedRequest): ProfileRequest {
    const made = this.#made.get(recorded) ?? this.#make(recorded);
    this.#made.set(recorded, made);
    // Of a client that went away, the targets are done later.
    const targets = recorded.notes.targets.flatMap((one) => this.target(one));
    return { ...made, targets, bodyKept: recorded.body?.kept ?? false };
  }

  /** The result at a target, as shown. */
  target(result: TargetResult): TargetResult {
    const { endpoints } = result;
    const shown = this.#told(result);
    return endpoints === undefined
      ? shown
      : { ...shown, endpoints: endpoints.map((one) => ({ ...this.#told(one), endpoint: this.#hide(one.endpoint) })) };
  }

  #told<T extends Pick<TargetResult, "message">>(result: T): T {
    return result.message === undefined ? result : { ...result, message: this.#hide(result.message) };
  }

  #make(recorded: RecordedRequest): Made {
    const { id, bytes, name } = recorded;
    const { time, receiver, route, milliseconds, status, answer, profiles, rawHeaders } = recorded.notes;
    const body = this.#record.bodyOf(recorded);
    return {
      id,
      time,
      receiver,
      client: shorten(this.#excerpt(headersOf(rawHeaders)["user-agent"] ?? "")),
      route,
      labels: this.#labels(name),
      serviceRule: this.#rule(name, profiles),
      type: typeOf(route, name),
      format: route === "push" ? (profiles > 0 ? "pprof" : undefined) : body && describeBody(body).format,
      bytes,
      milliseconds,
      status,
      ...(answer !== undefined && { answer: shorten(this.#hide(answer).trimEnd()) }),
      profiles,
    };
  }

  /** As it is shown when it is opened; `contents` are its profiles, as far as they can be read. */
  async detail(
    recorded: RecordedRequest,
    contents: AsyncIterable<RecordedBody & { readonly plain?: Uint8Array }>,
    scheduler: Scheduler,
  ): Promise<ProfileRequestDetail> {
    const described: RecordedProfile[] = [];
    let text = 0;
    let series:
      | { readonly of: RecordedBody["received"]; readonly text: number; readonly described: Series }
      | undefined;
    for await (const one of contents) {
      // The profiles of a series have its labels in common, and follow each other.
      const isSame = series?.of === one.received;
      text += isSame ? series!.text : textOf(one);
      if (described.length >= MAX_CONTENTS || text > MAX_CONTENT_TEXT) break;
      if (!isSame) {
        const labels = await inSlices(this.#series(recorded.notes.route, one), scheduler);
        series = { of: one.received, text: textOf(one), described: labels };
      }
      const profile = await inSlices(this.#profile(series!.described, one, recorded), scheduler);
      for (const { name, filename = "", contentType = "" } of profile.parts ?? [])
        text += OVERHEAD + name.length + filename.length + contentType.length;
      described.push(profile);
    }
    const { method, rawHeaders } = recorded.notes;
    const path = this.#path(recorded);
    const headers: [string, string][] = [];
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const [name, value] = [rawHeaders[i]!, rawHeaders[i + 1]!];
      // HTTP/2 has the path once more.
      headers.push([name, name === ":path" ? path : isShownHeader(name) ? this.#excerpt(value) : SECRET]);
    }
    return { ...this.request(recorded), method, path, headers, contents: described };
  }

  /** The beginning of a text that clients make as long as they like. */
  #excerpt(text: string): string {
    // A secret that is cut off is not known as one, so that there is more of what is looked through.
    const shown = this.#hide(text.slice(0, 2 * MAX_SHOWN));
    return shown.length <= MAX_SHOWN ? shown : `${shown.slice(0, MAX_SHOWN)}…`;
  }

  *#series(route: Route, { received, name }: RecordedBody): Generator<void, Series> {
    const pairs: [string, string][] = [];
    for (const pair of received) {
      pairs.push(this.#pair(pair));
      yield;
    }
    const labels: [string, string][] = [];
    for (const pair of name.labels) {
      labels.push(this.#pair(pair));
      yield;
    }
    return {
      received: pairs,
      labels: Object.fromEntries(labels),
      serviceRule: this.#rule(name, 1),
      type: typeOf(route, name),
    };
  }

  *#profile(
    series: Series,
    { bytes, plain = bytes }: Pick<RecordedBody, "bytes"> & { readonly plain?: Uint8Array },
    { notes }: RecordedRequest,
  ): Generator<void, RecordedProfile> {
    const described = describeBody(plain);
    const { format, parts } = described;
    yield;
    const advice = notes.route === "ingest" ? adviceFor(notes, described).map((one) => this.#hide(one)) : [];
    return {
      ...series,
      format,
      bytes: bytes.length,
      ...(advice.length > 0 && { advice }),
      parts: parts?.map(
        (part): RecordedPart => ({
          name: this.#excerpt(part.name),
          filename: part.fileName && this.#excerpt(part.fileName),
          contentType: part.contentType && this.#excerpt(part.contentType),
          bytes: part.bytes.length,
          ...(isGzip(part.bytes) && { gzip: true }),
        }),
      ),
    };
  }

  #pair([name, value]: readonly [string, string]): [string, string] {
    return [name, isSecretName(name) ? SECRET : this.#hide(value)];
  }

  #labels(name: RecordedName | undefined): Readonly<Record<string, string>> {
    return Object.fromEntries((name?.labels ?? []).map((pair) => this.#pair(pair)));
  }

  #rule(name: RecordedName | undefined, profiles: number): string {
    if (name === undefined)
      return profiles === 0
        ? "No profile was read from the request, so the rule for service names was not applied."
        : "The labels are too large to be listed; open the request to see what the rule for service names did.";
    const { received, effect, problem } = name;
    if (effect !== undefined) return this.#hide(explainServiceName(received, effect));
    return this.#hide(
      `The name cannot be read, so the profile was forwarded without labels: ${shorten(problem ?? "")}.`,
    );
  }

  /** Of the query, values are shown that say something about the profile, unless that is a secret. */
  #path({ notes: { url }, name }: RecordedRequest): string {
    const question = url.indexOf("?");
    if (question < 0) return this.#hide(url);
    const secretLabel = [...(name?.received.keys() ?? [])].some(isSecretName);
    const pairs = url
      .slice(question + 1)
      .split("&")
      .map((pair) => {
        const equals = pair.indexOf("=");
        if (equals < 0) return pair === "" ? pair : SECRET;
        const shown = shownParameter(pair.slice(0, equals), pair.slice(equals + 1));
        const isShown =
          shown !== undefined &&
          !(shown.name === "name" && secretLabel) &&
          // Names of profiles, with those of machines in them, look like made by chance.
          this.#hide(shown.value) === shown.value;
        return isShown ? pair : `${this.#hide(pair.slice(0, equals))}=${SECRET}`;
      });
    return `${this.#hide(url.slice(0, question))}?${pairs.join("&")}`;
  }
}

/** What the labels of a profile count. */
function textOf({ received }: RecordedBody): number {
  let text = OVERHEAD * received.length;
  for (const [name, value] of received) text += name.length + value.length;
  return text;
}

/** What profilers append to the name of an app, since `/ingest` has no other place for it. */
const INGEST_TYPE =
  /\.((?:alloc|inuse)_(?:objects|space)|(?:block|mutex|lock|contentions)_(?:count|duration)|cpu|exceptions|goroutines|heap|itimer|live|memory|wall)$/;

/** What was measured, as far as the labels say. */
function typeOf(route: Route, name: RecordedName | undefined): string | undefined {
  const metric = name?.received.get(METRIC_NAME);
  return route === "push" ? metric : INGEST_TYPE.exec(metric ?? "")?.[1];
}
