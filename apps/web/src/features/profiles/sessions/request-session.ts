/**
 * The requests that the server's receivers recorded, another source of the same profiles (docs/adr/0008): the list as
 * it grows, the one that is opened, and which are drawn together (`reading/request-choice.ts`). It asks for the list
 * while the area of profiles is in sight, and outlives a visit of another. It hands requests to the profile session,
 * which lets go of them when they are not shown: the server still has them.
 */
import type { ProfileRequest, ProfileRequestDetail, ProfileRequestList, TargetResult } from "@sluice/protocol";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { AskServer } from "../../../core/server/ask-server.ts";
import { poll } from "../../../core/server/poll.ts";
import type { ServerPresence } from "../../../core/server/server-presence.ts";
import { nearest } from "../../../core/text/nearest.ts";
import type { Result } from "../../../core/text/result.ts";
import type { Scheduler } from "../../../core/workers/port.ts";
import {
  filterRequests,
  isSameRequest,
  isUnchanged,
  NO_FILTER,
  type RequestFilter,
  type RequestScope,
  requestBefore,
  requestsUpTo,
} from "../reading/request-choice.ts";
import { formatClock, serviceName } from "../reading/request-words.ts";
import type { ProfileSession, ProfileSource } from "./profile-session.ts";
import { ProfilesApi } from "./profiles-api.ts";

/** Milliseconds between two polls; shorter until it is known whether there is a server. */
const EVERY = 2000;
const SOON = 250;

/** `old`: the server cannot list requests. `failed`: it can, but the last poll failed. */
export type RequestsPhase = "loading" | "no-server" | "old" | "failed" | "ready";

/** The open request, with its scope: the requests that are drawn with it. */
export interface OpenRequest extends RequestScope {
  /** Its last known state. */
  readonly request: ProfileRequest;
  /** Null until loaded. */
  readonly detail: ProfileRequestDetail | null;
  readonly problem: string | null;
  /** Index of the drawn profile. */
  readonly nth: number;
  /** The drawn requests. */
  readonly chosen: readonly ProfileRequest[];
  /** The result of sending it again, by target; null: pending. */
  readonly sent: Readonly<Record<string, Result<TargetResult> | null>>;
}

export interface RequestsState {
  readonly phase: RequestsPhase;
  /** Why it failed. */
  readonly message: string;
  /** The shown list. */
  readonly list: ProfileRequestList | null;
  /** The current list, while the shown one is paused. */
  readonly latest: ProfileRequestList | null;
  readonly paused: boolean;
  readonly filter: RequestFilter;
  readonly opened: OpenRequest | null;
  /** The result of sending a sample; null: none was sent. */
  readonly sample: "sending" | Result<string> | null;
}

/** Whether the list does not show the open request. */
export const isLeftOut = ({ opened, list, filter }: Pick<RequestsState, "opened" | "list" | "filter">): boolean =>
  opened !== null &&
  list !== null &&
  !filterRequests(list.requests, filter).some((one) => isSameRequest(one, opened.request));

/** What the session needs from the page. */
export interface RequestsHost {
  readonly askServer: AskServer;
  readonly scheduler: Scheduler;
  /** The known state of the server. */
  readonly serverStatus: () => ServerPresence;
  readonly isVisible: () => boolean;
}

export class RequestSession {
  readonly store: StoreApi<RequestsState> = createStore(() => ({
    phase: "loading",
    message: "",
    list: null,
    latest: null,
    paused: false,
    filter: NO_FILTER,
    opened: null,
    sample: null,
  }));
  readonly api: ProfilesApi;
  readonly #host: RequestsHost;
  readonly #profiles: ProfileSession;
  #opens = 0;
  #draws = 0;

  constructor(host: RequestsHost, profiles: ProfileSession) {
    this.#host = host;
    this.#profiles = profiles;
    this.api = new ProfilesApi(host.askServer);
  }

  /** Polls the list; the returned function stops that. */
  follow(): () => void {
    const { scheduler, serverStatus, isVisible } = this.#host;
    return poll(scheduler, {
      ask: () => this.#refresh(),
      pause: () => (serverStatus() === "unknown" ? SOON : EVERY),
      visible: isVisible,
    });
  }

  setPaused(paused: boolean): void {
    const { list, latest } = this.#state;
    this.store.setState({ paused, list: paused ? list : (latest ?? list), latest: paused ? list : null });
  }

  /** Filters the list. List and pane show the same: an open request that is left out gives way to the nearest in time. */
  setFilter(filter: Partial<RequestFilter>): void {
    this.store.setState({ filter: { ...this.#state.filter, ...filter } });
    const { opened, list } = this.#state;
    if (opened === null || list === null || !isLeftOut(this.#state)) return;
    const shown = filterRequests(list.requests, this.#state.filter);
    const next = nearest(shown, -opened.request.time, ({ time }) => -time);
    if (next !== undefined && this.#profiles.store.getState().subject === "request") void this.open(next);
  }

  /** Shows a request of the list, and draws its profile. */
  async open(request: ProfileRequest): Promise<void> {
    const nth = ++this.#opens;
    const opened: OpenRequest = {
      request,
      detail: null,
      problem: null,
      nth: 0,
      span: 0,
      label: null,
      receiver: request.receiver,
      chosen: [request],
      sent: {},
    };
    this.store.setState({ opened, sample: null });
    this.#profiles.leaveComparison();
    const drawn = this.#draw();
    const detail = await this.api.detail(request.id);
    // This answer is newer than the list.
    if (nth === this.#opens)
      this.#change(detail.ok ? { request: detail.value, detail: detail.value } : { problem: detail.message });
    await drawn;
  }

  /** Draws another of its profiles. */
  chooseProfile(nth: number): void {
    this.#change({ nth });
    void this.#draw();
  }

  /** Draws it with earlier ones of its service and type. */
  setScope(scope: Partial<RequestScope>): void {
    this.#change(scope);
    void this.#draw();
  }

  /** Requests of the same receiver, service and type, from an equal length of time before; undefined: none. */
  earlier(): ProfileRequest | undefined {
    const { opened, list } = this.#state;
    return opened === null || list === null ? undefined : requestBefore(list.requests, opened.chosen);
  }

  /** Compares the drawn requests with the time before. */
  async compareWithEarlier(): Promise<void> {
    const { opened, list } = this.#state;
    const earlier = this.earlier();
    if (opened === null || list === null || earlier === undefined) return;
    const chosen = requestsUpTo(list.requests, earlier, opened);
    const draw = ++this.#draws;
    const sources = await this.#sourcesOf(chosen);
    if (draw === this.#draws) await this.#profiles.compareWithSources(titleOf(chosen), sources);
  }

  async sendAgain(target: string): Promise<void> {
    const { opened } = this.#state;
    if (opened === null || opened.sent[target] === null) return;
    const { id } = opened.request;
    this.#change({ sent: { ...opened.sent, [target]: null } });
    const result = await this.api.send(id, target);
    const now = this.#state.opened;
    if (now?.request.id === id) this.#change({ sent: { ...now.sent, [target]: result } });
  }

  async sendSample(receiver: string): Promise<void> {
    if (this.#state.sample === "sending") return;
    this.store.setState({ sample: "sending" });
    const result = await this.api.sample(receiver);
    const answered = (status: number): Result<string> =>
      status < 400
        ? { ok: true, value: `The receiver accepted the sample profile and answered ${status}.` }
        : { ok: false, message: `The receiver answered ${status} to the sample profile.` };
    this.store.setState({ sample: result.ok ? answered(result.value.status) : result });
    await this.#refresh();
  }

  get #state(): RequestsState {
    return this.store.getState();
  }

  async #refresh(): Promise<void> {
    const server = this.#host.serverStatus();
    if (server !== "present") {
      if (server !== "unknown") this.store.setState({ phase: "no-server" });
      return;
    }
    const answer = await this.api.list();
    if (answer.kind === "old") return this.store.setState({ phase: "old" });
    if (answer.kind === "failed") return this.store.setState({ phase: "failed", message: answer.message });
    // The server orders them by the time of their answers.
    const list = { ...answer.list, requests: answer.list.requests.toSorted((a, b) => b.time - a.time) };
    if (this.#state.paused && this.#state.list !== null) this.store.setState({ phase: "ready", latest: list });
    else this.store.setState({ phase: "ready", list });
    this.#renew(list.requests);
  }

  /** Updates the open request; what was read from its body stays. */
  #renew(requests: readonly ProfileRequest[]): void {
    const { opened } = this.#state;
    const now = requests.find((one) => opened !== null && isSameRequest(one, opened.request));
    if (opened === null || now === undefined || isUnchanged(now, opened.request)) return;
    const { targets, bodyKept } = now;
    const detail = opened.detail === null ? null : { ...opened.detail, targets, bodyKept };
    this.#change({ request: detail ?? now, detail });
  }

  #change(change: Partial<OpenRequest>): void {
    const { opened } = this.#state;
    if (opened !== null) this.store.setState({ opened: { ...opened, ...change } });
  }

  async #draw(): Promise<void> {
    const { opened, list } = this.#state;
    if (opened === null) return;
    const chosen = requestsUpTo(list?.requests ?? [], opened.request, opened);
    this.#change({ chosen });
    const draw = ++this.#draws;
    const sources = await this.#sourcesOf(chosen);
    if (draw !== this.#draws) return;
    if (sources.length === 0) this.#profiles.showNothing(titleOf(chosen));
    else await this.#profiles.showSources(titleOf(chosen), sources);
  }

  /** The profiles to fetch for these: the selected one of the open request, and those of its kind of the others. */
  async #sourcesOf(chosen: readonly ProfileRequest[]): Promise<readonly ProfileSource[]> {
    const kept = chosen.filter(({ bodyKept, profiles }) => bodyKept && profiles > 0);
    const places = await Promise.all(kept.map((request) => this.#placesIn(request)));
    return kept.flatMap((request, i) =>
      places[i]!.map((place) => ({
        id: `request-${request.id}-${place}`,
        name: titleOf([request]),
        fetch: () => this.api.profile(request.id, place),
      })),
    );
  }

  async #placesIn(request: ProfileRequest): Promise<readonly number[]> {
    const { opened } = this.#state;
    if (opened?.request.id === request.id) return [opened.nth];
    if (request.profiles === 1) return [0];
    const detail = await this.api.detail(request.id);
    if (!detail.ok) return [0];
    return detail.value.contents.flatMap(({ type, labels }, i) =>
      type === request.type && labels.service_name === request.labels.service_name ? [i] : [],
    );
  }
}

/** `checkout process_cpu, 08:14:41`, or a number and a time span. */
function titleOf(chosen: readonly ProfileRequest[]): string {
  const [first] = chosen;
  if (first === undefined) return "nothing";
  const what = [serviceName(first), first.type].filter((part) => part !== undefined).join(" ");
  const times = chosen.map(({ time }) => time);
  const last = formatClock(Math.max(...times), false);
  if (chosen.length === 1) return `${what}, ${last}`;
  return `${what}, ${chosen.length} requests from ${formatClock(Math.min(...times), false)} to ${last}`;
}
