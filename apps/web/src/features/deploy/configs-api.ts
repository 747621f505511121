/** The page's client for the configurations of its server. */
import type { Asked, ConfigVersionList, Foreseen, PlacedMessage, RunningConfig } from "@sluice/protocol";
import { versionsRoutes as routes } from "@sluice/protocol/versions";
import type { AskServer } from "../../core/server/ask-server.ts";
import { askFor, askServer, refusalOf } from "../../core/server/server-api.ts";
import type { Result } from "../../core/text/result.ts";
import { type ChosenWay, placeOf } from "./draft-way.ts";

/** Who deploys, why, and which version is expected to be running. */
export interface ChangeCause {
  readonly note?: string | undefined;
  readonly user?: string | undefined;
  readonly base?: number | undefined;
  /** What is expected to be running if the server keeps no versions. */
  readonly baseSha256?: string | undefined;
}

/** A document, and how it is deployed. */
export interface ConfigDraft {
  readonly name: string;
  readonly text: string;
  readonly way: ChosenWay;
  /** By a component that ends, the new one that takes over what it keeps on disk. */
  readonly heirs?: Readonly<Record<string, string>> | undefined;
}

export type ChangeAnswer =
  /** `changed`: a different one ran before. */
  | { readonly kind: "runs"; readonly changed: boolean; readonly version: number | undefined }
  /** It has errors; the server changed nothing. */
  | {
      readonly kind: "refused";
      readonly message: string;
      readonly diagnostics: readonly PlacedMessage[];
      /** How many more there are. */
      readonly more: number;
    }
  /** A different one runs than was expected. */
  | { readonly kind: "conflict"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };

const GONE = "The server no longer keeps this version.";

export class ConfigsApi {
  readonly #ask: AskServer;

  constructor(ask: AskServer) {
    this.#ask = ask;
  }

  list(): Promise<Result<ConfigVersionList>> {
    return askFor(this.#ask, routes.versions, {}, "This server keeps no versions.");
  }

  /** The text of a version, without secrets. */
  async text(number: number): Promise<Result<string>> {
    const read = await askFor(this.#ask, routes.version, { params: { number } }, GONE);
    return read.ok ? { ok: true, value: read.value.text } : read;
  }

  /** The running configuration, without secrets. */
  running(): Promise<Result<RunningConfig>> {
    return askFor(this.#ask, routes.config, {});
  }

  /** The server's check of a draft, and what would stop if it ran. */
  check(draft: ConfigDraft): Promise<Result<Foreseen>> {
    return askFor(this.#ask, routes.validate, { body: draftBody(draft) });
  }

  /** The same check for a rollback to a version. */
  checkVersion(version: number): Promise<Result<Foreseen>> {
    return askFor(this.#ask, routes.validate, { body: { version } }, GONE);
  }

  async deploy(draft: ConfigDraft, cause: ChangeCause): Promise<ChangeAnswer> {
    const body = { ...draftBody(draft), ...bodyOf(cause) };
    return changeOf(await askServer(this.#ask, routes.deploy, { body }));
  }

  async rollback(number: number, cause: ChangeCause): Promise<ChangeAnswer> {
    return changeOf(await askServer(this.#ask, routes.rollback, { params: { number }, body: bodyOf(cause) }));
  }
}

function draftBody({ name, text, way, heirs = {} }: ConfigDraft) {
  const pairs = Object.entries(heirs).map(([from, to]) => ({ from, to }));
  return { files: [{ name, text }], ...placeOf(way), ...(pairs.length > 0 && { take_over: pairs }) };
}

const bodyOf = ({ baseSha256, ...cause }: ChangeCause) => ({ ...cause, base_sha256: baseSha256 });

function changeOf(asked: Asked<typeof routes.deploy> | Asked<typeof routes.rollback>): ChangeAnswer {
  if (asked.kind !== "answer") return { kind: "failed", message: refusalOf(asked, GONE) };
  switch (asked.status) {
    case 200:
      return { kind: "runs", changed: asked.value.changed, version: asked.value.version };
    case 409:
      return { kind: "conflict", message: refusalOf(asked) };
    case 400: {
      const { error, diagnostics, more = 0 } = asked.value;
      if (diagnostics !== undefined) return { kind: "refused", message: error, diagnostics, more };
      return { kind: "failed", message: refusalOf(asked) };
    }
    default:
      return { kind: "failed", message: refusalOf(asked, GONE) };
  }
}
