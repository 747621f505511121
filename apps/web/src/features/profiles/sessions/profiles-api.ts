/** The page's client for the profiles that its server received. */
import type { ProfileRequestDetail, ProfileRequestList, SampleSent, TargetResult } from "@sluice/protocol";
import { profilesRoutes as routes } from "@sluice/protocol/profiles";
import { pathOf } from "@sluice/protocol/route";
import type { AskServer } from "../../../core/server/ask-server.ts";
import { askFor, askServer, refusalOf, resultOf } from "../../../core/server/server-api.ts";
import type { Result } from "../../../core/text/result.ts";

const GONE = "The server no longer keeps it: newer requests replaced it.";

/** `old`: the server is too old to list requests. */
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
    const asked = await askServer(this.#ask, routes.profileRequests, {});
    if (asked.kind === "refused" && asked.status === 404) return { kind: "old" };
    const read = resultOf(routes.profileRequests, asked);
    return read.ok ? { kind: "list", list: read.value } : { kind: "failed", message: read.message };
  }

  detail(id: string): Promise<Result<ProfileRequestDetail>> {
    return askFor(this.#ask, routes.profileRequest, { params: { id } }, GONE);
  }

  /** The bytes of one of its profiles, as received. */
  async profile(id: string, place: number): Promise<Result<Blob>> {
    const asking = { params: { id, place } };
    const answer = await this.#ask(pathOf(routes.profile, asking.params));
    if (answer?.status === 200) return { ok: true, value: answer.body };
    const asked = await askServer(async () => answer, routes.profile, asking);
    return { ok: false, message: refusalOf(asked, GONE) };
  }

  /** Forwards it again, to one component. */
  send(id: string, target: string): Promise<Result<TargetResult>> {
    return askFor(this.#ask, routes.sendProfile, { params: { id }, body: { target } }, GONE);
  }

  /** Sends a sample profile through a receiver. */
  sample(receiver: string): Promise<Result<SampleSent>> {
    return askFor(this.#ask, routes.sendSample, { body: { receiver } });
  }
}
