/** What the page asks its server of the profiles that it received. Each answer is read through a schema. */
import type {
  ProfileRequestDetail,
  ProfileRequestList,
  SampleSent,
  SendAgain,
  SendSample,
  TargetResult,
} from "@sluice/engine/profiles";
import {
  type Read,
  readRefusal,
  readRequestDetail,
  readRequestList,
  readSampleSent,
  readTargetResult,
} from "../domain/profiles/read-requests.ts";
import type { Result } from "../workers/profile-protocol.ts";
import type { AskServer, ServerAnswer } from "./ask-server.ts";

const BASE = "api/profiles";
const AWAY = "The server does not answer. Is it still running?";

/** `old`: the server is one that does not list requests. */
export type ListAnswer =
  | { readonly kind: "list"; readonly list: ProfileRequestList }
  | { readonly kind: "old" }
  | { readonly kind: "failed"; readonly message: string };

export class ProfilesApi {
  readonly #ask: AskServer;

  constructor(ask: AskServer) {
    this.#ask = ask;
  }

  async list(): Promise<ListAnswer> {
    const answer = await this.#ask(`${BASE}/requests`);
    if (answer?.status === 404) return { kind: "old" };
    const read = await readAnswer(answer, readRequestList);
    return read.ok ? { kind: "list", list: read.value } : { kind: "failed", message: read.message };
  }

  async detail(id: string): Promise<Result<ProfileRequestDetail>> {
    return readAnswer(await this.#ask(`${BASE}/requests/${encodeURIComponent(id)}`), readRequestDetail);
  }

  /** The bytes of one of its profiles, as they were received. */
  async profile(id: string, nth: number): Promise<Result<Blob>> {
    const answer = await this.#ask(`${BASE}/requests/${encodeURIComponent(id)}/profiles/${nth}`);
    if (answer?.status === 200) return { ok: true, value: answer.body };
    return { ok: false, message: await refusalOf(answer) };
  }

  /** Forwards it once more, to one component. */
  async send(id: string, target: string): Promise<Result<TargetResult>> {
    return readAnswer(
      await this.#ask(`${BASE}/requests/${encodeURIComponent(id)}/send`, { target } satisfies SendAgain),
      readTargetResult,
    );
  }

  /** Has a sample profile sent through a receiver. */
  async sample(receiver: string): Promise<Result<SampleSent>> {
    return readAnswer(await this.#ask(`${BASE}/sample`, { receiver } satisfies SendSample), readSampleSent);
  }
}

async function readAnswer<T>(answer: ServerAnswer | undefined, read: Read<T>): Promise<Result<T>> {
  if (answer?.status !== 200) return { ok: false, message: await refusalOf(answer) };
  const value = read(await jsonOf(answer));
  if (value !== undefined) return { ok: true, value };
  return { ok: false, message: "This page cannot read the server's answer. If the server is newer, reload the page." };
}

async function refusalOf(answer: ServerAnswer | undefined): Promise<string> {
  if (answer === undefined) return AWAY;
  const refusal = readRefusal(await jsonOf(answer));
  if (refusal !== undefined) return `The server answered ${answer.status}: ${refusal.error}`;
  if (answer.status === 404) return "The server no longer keeps it: newer requests took its place.";
  return `The server answered ${answer.status}.`;
}

/** Undefined: it is no JSON. */
async function jsonOf({ type, body }: ServerAnswer): Promise<unknown> {
  if (!type.includes("json")) return undefined;
  try {
    return JSON.parse(await body.text()) as unknown;
  } catch {
    return undefined;
  }
}
