/** What the page asks its server of the profiles that it received. Each answer is read through a schema. */
import type {
  ProfileRequestDetail,
  ProfileRequestList,
  SampleSent,
  SendAgain,
  SendSample,
  TargetResult,
} from "@sluice/protocol";
import {
  readRequestDetail,
  readRequestList,
  readSampleSent,
  readTargetResult,
} from "../domain/profiles/read-requests.ts";
import type { Result } from "../workers/profile-protocol.ts";
import type { AskServer } from "./ask-server.ts";
import { readAnswer, refusalOf } from "./read-answer.ts";

const BASE = "api/profiles";
const GONE = "The server no longer keeps it: newer requests took its place.";

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
    return readAnswer(await this.#ask(`${BASE}/requests/${encodeURIComponent(id)}`), readRequestDetail, GONE);
  }

  /** The bytes of one of its profiles, as they were received. */
  async profile(id: string, nth: number): Promise<Result<Blob>> {
    const answer = await this.#ask(`${BASE}/requests/${encodeURIComponent(id)}/profiles/${nth}`);
    if (answer?.status === 200) return { ok: true, value: answer.body };
    return { ok: false, message: await refusalOf(answer, GONE) };
  }

  /** Forwards it once more, to one component. */
  async send(id: string, target: string): Promise<Result<TargetResult>> {
    return readAnswer(
      await this.#ask(`${BASE}/requests/${encodeURIComponent(id)}/send`, { target } satisfies SendAgain),
      readTargetResult,
      GONE,
    );
  }

  /** Has a sample profile sent through a receiver. */
  async sample(receiver: string): Promise<Result<SampleSent>> {
    return readAnswer(await this.#ask(`${BASE}/sample`, { receiver } satisfies SendSample), readSampleSent);
  }
}
