/**
 * Configurations over HTTP: reading the file anew, deploying another, the versions that are kept, their differences, and
 * going back to one. Texts go out without secrets.
 */
import { ConfigFiles, type Consequence, diffLines, messageOf } from "@sluice/engine";
import { type ConfigVersionList, type DeployBody, ROUTES, type RollbackBody } from "@sluice/protocol";
import type { Request } from "express";
import type { ConfigControl } from "../configs/config-control.ts";
import { type Draft, draftInto } from "../configs/draft.ts";
import type { LoadCause, LoadResult, Refusal as Refused } from "../configs/load-result.ts";
import type { Version } from "../configs/versions.ts";
import type { Heirs } from "../core/runtime/heirs.ts";
import { answerLine } from "../http/answers.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import type { ApiRoutes, Asked } from "./api-routes.ts";
import { JsonBodies, Refusal } from "./json-body.ts";

/** Of a request. Bytes and milliseconds. To read a configuration holds up what runs, so it is not as large as one in a file. */
const MAX_BODY = 512 * 1024;
const BODIES_TOGETHER = 4 * MAX_BODY;
const BODY_TIMEOUT = 30_000;

const STATUS: Readonly<Record<Refused["kind"], number>> = { refused: 400, busy: 429, conflict: 409, unknown: 404 };

/** A request to deploy, or to roll back, which has these answers, too. */
type Changing = Pick<Asked<typeof ROUTES.deploy>, "response" | "answer">;

export class ConfigRoutes {
  readonly #control: ConfigControl;
  readonly #bodies: JsonBodies;

  constructor(control: ConfigControl, scheduler: Scheduler) {
    this.#control = control;
    this.#bodies = new JsonBodies(scheduler, { limit: MAX_BODY, together: BODIES_TOGETHER, timeout: BODY_TIMEOUT });
  }

  addTo(api: ApiRoutes): void {
    api.serve(ROUTES.reload, (asked) => this.#reload(asked));
    api.serveBody(ROUTES.deploy, this.#bodies, async (asked) => {
      const cause = causeOf("deploy", asked.request, asked.body);
      this.#answer(asked, await this.#control.deploy(draftOf(asked.body), cause));
    });
    api.serveBody(ROUTES.validate, this.#bodies, (asked) => this.#validate(asked));
    api.serve(ROUTES.versions, ({ answer }) => answer(200, this.#list()));
    api.serve(ROUTES.version, (asked) => this.#detail(asked));
    api.serveBody(ROUTES.rollback, this.#bodies, async (asked) => {
      const { number } = this.#find(Number(asked.params.number));
      const cause = causeOf("rollback", asked.request, asked.body);
      this.#answer(asked, await this.#control.rollback(number, cause));
    });
  }

  /** As in Alloy: a text for people. */
  async #reload({ request, response }: Asked<typeof ROUTES.reload>): Promise<void> {
    const result = await this.#control.reload({ via: "reload", from: request.socket.remoteAddress });
    response.set({ "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" });
    if (!result.ok && result.kind === "busy") response.set("Retry-After", "1");
    if (!result.ok) return void response.status(STATUS[result.kind]).end(result.text);
    const said = result.changed ? "config reloaded" : "config reloaded; nothing changed";
    answerLine(response, 200, [said, ...consequenceLines(result.consequences)].join("\n"));
  }

  async #validate({ body, answer }: Asked<typeof ROUTES.validate>): Promise<void> {
    const { version } = body;
    const heirs = heirsOf(body);
    const checked =
      version === undefined
        ? await this.#control.checkDraft(draftOf(body), heirs)
        : await this.#reading(this.#find(Number(version)), (kept) => this.#control.checkVersion(kept, heirs));
    answer(200, checked);
  }

  #answer({ response, answer }: Changing, result: LoadResult): void {
    if (result.ok) {
      const { changed, version, consequences } = result;
      answer(200, { changed, version, ...(consequences.length > 0 && { consequences }) });
      return;
    }
    const { message: error, diagnostics, more, text, kind } = result;
    switch (kind) {
      case "refused":
        answer(400, { error, diagnostics, more, text });
        return;
      case "conflict": {
        const current = this.#control.versions?.find(this.#control.version ?? 0);
        answer(409, { error, ...(current !== undefined && { current: summary(current) }) });
        return;
      }
      case "busy":
        response.set("Retry-After", "1");
        throw new Refusal(STATUS[kind], error);
      case "unknown":
        throw new Refusal(STATUS[kind], error);
    }
  }

  #list(): ConfigVersionList {
    const { versions, version, status } = this.#control;
    return {
      current: version,
      problem: status.versions_problem,
      fallback: status.fallback,
      versions: (versions?.all ?? []).map(summary).reverse(),
    };
  }

  async #detail({ params, query: { against }, answer }: Asked<typeof ROUTES.version>): Promise<void> {
    const version = this.#find(Number(params.number));
    const other = against === undefined ? this.#control.versions!.find(version.base ?? 0) : this.#find(Number(against));
    const read = (one: Version) => this.#reading(one, (kept) => this.#control.textOf(kept));
    const text = await read(version);
    const diff = other && diffLines(await read(other), text);
    answer(200, { ...summary(version), text, ...(diff && { diff: { against: other.number, ...diff } }) });
  }

  async #reading<T>(version: Version, read: (version: Version) => Promise<T>): Promise<T> {
    try {
      return await read(version);
    } catch (error) {
      throw new Refusal(404, `version ${version.number} cannot be read: ${messageOf(error)}`);
    }
  }

  #find(number: number): Version {
    const version = this.#control.versions?.find(number);
    if (version === undefined) throw new Refusal(404, `there is no version ${number}`);
    return version;
  }
}

const summary = ({ bytes: _, ...version }: Version) => version;

function causeOf(via: "deploy" | "rollback", { socket }: Request, body: RollbackBody): LoadCause {
  const { note, user, base, base_sha256: baseSha256 } = body;
  return {
    via,
    from: socket.remoteAddress,
    note: note?.toWellFormed(),
    user: user?.toWellFormed(),
    base,
    baseSha256,
    heirs: heirsOf(body),
  };
}

const heirsOf = ({ take_over: taken = [] }: Pick<RollbackBody, "take_over">): Heirs =>
  new Map(taken.map(({ from, to }) => [from, to]));

type DraftBody = Pick<DeployBody, "text" | "files" | "into" | "from" | "how">;

const draftOf = (body: DraftBody): Draft => draftInto(filesOf(body.text, body.files ?? []), body);

/** `text`, or `files`, which are one configuration in the order given. */
const filesOf = (whole: string | undefined, files: NonNullable<DraftBody["files"]>): ConfigFiles =>
  whole === undefined
    ? new ConfigFiles(files.map(({ name, text }) => ({ name: name.toWellFormed(), text: text.toWellFormed() })))
    : ConfigFiles.one("deployed.alloy", whole.toWellFormed());

const consequenceLines = (consequences: readonly Consequence[]): string[] =>
  consequences.map(({ component, text }) => (component === undefined ? text : `${component}: ${text}`));
