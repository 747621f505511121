/**
 * Recorded requests as the host's API tells them: without credentials. Each is made once, since a list is asked for again
 * and again, and what clients sent may be long.
 */
import { isSecretName, SECRET } from "@sluice/engine";
import {
  explainServiceName,
  METRIC_NAME,
  type ProfileRequest,
  type ProfileRequestDetail,
  type RecordedPart,
  type RecordedProfile,
} from "@sluice/engine/profiles";
import type { RecordedName, RecordedRequest, RequestNotes, RequestRecord } from "../core/request-record.ts";
import { shorten } from "./deliver.ts";
import { describeBody, headersOf, type RecordedBody } from "./recorded-content.ts";

/** Gives a text without secrets. */
export type Hide = (text: string) => string;

/** Profiles of one request that are described, and characters of their labels. */
const MAX_CONTENTS = 1000;
const MAX_CONTENT_TEXT = 1024 * 1024;

type Route = RequestNotes["route"];

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
    const targets = recorded.notes.targets.flatMap((one) =>
      one.message === undefined ? one : { ...one, message: this.#hide(one.message) },
    );
    return { ...made, targets, bodyKept: recorded.body?.kept ?? false };
  }

  #make(recorded: RecordedRequest): Made {
    const { id, bytes, name } = recorded;
    const { time, receiver, route, milliseconds, status, answer, profiles, rawHeaders } = recorded.notes;
    const body = this.#record.bodyOf(recorded);
    return {
      id,
      time,
      receiver,
      client: shorten(this.#hide(headersOf(rawHeaders)["user-agent"] ?? "")),
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
  async detail(recorded: RecordedRequest, contents: AsyncIterable<RecordedBody>): Promise<ProfileRequestDetail> {
    const described: RecordedProfile[] = [];
    let text = 0;
    for await (const one of contents) {
      for (const [name, value] of one.received) text += name.length + value.length;
      if (described.length >= MAX_CONTENTS || text > MAX_CONTENT_TEXT) break;
      described.push(this.#profile(recorded.notes.route, one));
    }
    const { method, rawHeaders } = recorded.notes;
    const headers: [string, string][] = [];
    for (let i = 0; i < rawHeaders.length; i += 2) headers.push(this.#pair([rawHeaders[i]!, rawHeaders[i + 1]!]));
    return { ...this.request(recorded), method, path: this.#path(recorded), headers, contents: described };
  }

  #profile(route: Route, { received, name, bytes }: RecordedBody): RecordedProfile {
    const { format, parts } = describeBody(bytes);
    return {
      received: received.map((pair) => this.#pair(pair)),
      labels: this.#labels(name),
      serviceRule: this.#rule(name, 1),
      type: typeOf(route, name),
      format,
      bytes: bytes.length,
      parts: parts?.map(
        (part): RecordedPart => ({
          name: part.name,
          filename: part.fileName,
          contentType: part.contentType,
          bytes: part.bytes.length,
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

  /** A value of the query is hidden where its name, or what it decodes to, is a secret. */
  #path({ notes: { url }, name }: RecordedRequest): string {
    const question = url.indexOf("?");
    if (question < 0) return this.#hide(url);
    const secretLabel = [...(name?.received.keys() ?? [])].some(isSecretName);
    const pairs = url
      .slice(question + 1)
      .split("&")
      .map((pair) => {
        const equals = pair.indexOf("=");
        if (equals < 0) return this.#hide(pair);
        const key = decode(pair.slice(0, equals));
        const isSecret =
          isSecretName(key) || (key === "name" && secretLabel) || !this.#isPublic(key, pair.slice(equals + 1));
        return isSecret ? `${pair.slice(0, equals)}=${SECRET}` : pair;
      });
    return `${this.#hide(url.slice(0, question))}?${pairs.join("&")}`;
  }

  #isPublic(key: string, value: string): boolean {
    const plain = decode(value);
    // Names of profiles, with those of machines in them, look like made by chance; other values that do are hidden.
    const shown = INGEST_PARAMETERS.has(key) ? plain : `?${key}=${value}`;
    return this.#hide(shown) === shown && this.#hide(plain) === plain;
  }
}

/** What the query of an ingest says about the profile. */
const INGEST_PARAMETERS: ReadonlySet<string> = new Set([
  "aggregationType",
  "format",
  "from",
  "name",
  "sampleRate",
  "spyName",
  "units",
  "until",
]);

/** What profilers append to the name of an app, since `/ingest` has no other place for it. */
const INGEST_TYPE =
  /\.((?:alloc|inuse)_(?:objects|space)|(?:block|mutex|lock|contentions)_(?:count|duration)|cpu|exceptions|goroutines|heap|itimer|live|memory|wall)$/;

/** What was measured, as far as the labels say. */
function typeOf(route: Route, name: RecordedName | undefined): string | undefined {
  const metric = name?.received.get(METRIC_NAME);
  return route === "push" ? metric : INGEST_TYPE.exec(metric ?? "")?.[1];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
