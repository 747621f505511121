/** What the page asks of the configurations of its server. */
import type { ConfigVersionList } from "@sluice/engine/live";
import type { ChosenWay } from "../domain/configs/draft-way.ts";
import {
  type Foreseen,
  type PlacedMessage,
  readChanged,
  readForeseen,
  readRefused,
  readRunning,
  readVersionList,
  readVersionText,
} from "../domain/configs/read-versions.ts";
import type { Result } from "../workers/profile-protocol.ts";
import type { AskServer, ServerAnswer } from "./ask-server.ts";
import { jsonOf, readAnswer, refusalOf } from "./read-answer.ts";

/** Who changes it, what for, and which version is expected to run. */
export interface ChangeCause {
  readonly note?: string | undefined;
  readonly user?: string | undefined;
  readonly base?: number | undefined;
  /** What is expected to run where no versions are kept. */
  readonly baseSha256?: string | undefined;
}

/** A document, and how it comes to run. */
export interface ConfigDraft {
  readonly name: string;
  readonly text: string;
  readonly way: ChosenWay;
}

export interface RunningConfig {
  readonly file: string;
  /** Without secrets. */
  readonly text: string;
  /** Of the text with them. */
  readonly sha256: string;
}

export type ChangeAnswer =
  /** `changed`: another one ran before. */
  | { readonly kind: "runs"; readonly changed: boolean; readonly version: number | undefined }
  /** Something is wrong with it; all stays as it was. */
  | {
      readonly kind: "refused";
      readonly message: string;
      readonly diagnostics: readonly PlacedMessage[];
      /** How many there are besides. */
      readonly more: number;
    }
  /** Another one runs than was expected. */
  | { readonly kind: "conflict"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };

const GONE = "The server no longer keeps this version.";

export class ConfigsApi {
  readonly #ask: AskServer;

  constructor(ask: AskServer) {
    this.#ask = ask;
  }

  async list(): Promise<Result<ConfigVersionList>> {
    return readAnswer(await this.#ask("api/versions"), readVersionList, "The server is one that keeps no versions.");
  }

  /** Of a version, without secrets. */
  async text(number: number): Promise<Result<string>> {
    const read = await readAnswer(await this.#ask(`api/versions/${number}`), readVersionText, GONE);
    return read.ok ? { ok: true, value: read.value.text } : read;
  }

  /** The configuration that runs, without secrets. */
  async running(): Promise<Result<RunningConfig>> {
    return readAnswer(await this.#ask("api/config"), readRunning);
  }

  /** What the server thinks of a draft, and what stops if it runs. */
  async check(draft: ConfigDraft): Promise<Result<Foreseen>> {
    return readAnswer(await this.#ask("api/validate", draftBody(draft)), readForeseen);
  }

  /** The same of going back to a version. */
  async checkVersion(version: number): Promise<Result<Foreseen>> {
    return readAnswer(await this.#ask("api/validate", { version }), readForeseen, GONE);
  }

  async deploy(draft: ConfigDraft, cause: ChangeCause): Promise<ChangeAnswer> {
    return readChange(await this.#ask("api/deploy", { ...draftBody(draft), ...bodyOf(cause) }));
  }

  async rollback(number: number, cause: ChangeCause): Promise<ChangeAnswer> {
    return readChange(await this.#ask(`api/versions/${number}/rollback`, bodyOf(cause)));
  }
}

const draftBody = ({ name, text, way }: ConfigDraft) => ({
  files: [{ name, text }],
  ...(way.kind === "stages" && { from: way.from, into: way.into, how: way.how }),
});

const bodyOf = ({ baseSha256, ...cause }: ChangeCause) => ({
  ...cause,
  ...(baseSha256 !== undefined && { base_sha256: baseSha256 }),
});

async function readChange(answer: ServerAnswer | undefined): Promise<ChangeAnswer> {
  if (answer?.status === 409) return { kind: "conflict", message: await refusalOf(answer) };
  if (answer?.status === 400) {
    const refused = readRefused(await jsonOf(answer));
    if (refused?.diagnostics !== undefined)
      return {
        kind: "refused",
        message: refused.error,
        diagnostics: refused.diagnostics,
        more: refused.more ?? 0,
      };
  }
  const read = await readAnswer(answer, readChanged, GONE);
  if (!read.ok) return { kind: "failed", message: read.message };
  return { kind: "runs", changed: read.value.changed, version: read.value.version };
}
