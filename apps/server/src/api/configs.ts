/**
 * Configurations over HTTP: reading the file anew, deploying another, the versions that are kept, their differences, and
 * going back to one. Texts go out without secrets.
 */
import { ConfigFiles, type Consequence, diffLines } from "@sluice/engine";
import type { Express, Request, Response } from "express";
import type { ConfigControl } from "../configs/config-control.ts";
import type { Draft } from "../configs/draft.ts";
import type { LoadCause, LoadResult, Refusal as Refused } from "../configs/load-result.ts";
import type { Version } from "../configs/versions.ts";
import { answerLine, onlyMethods } from "../http/answers.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { answerError, answering, JsonBodies, Refusal } from "./json-body.ts";
import { refuseForeignOrigins } from "./protection.ts";

/** Of a request. Bytes and milliseconds. To read a configuration holds up what runs, so it is not as large as one in a file. */
const MAX_BODY = 512 * 1024;
const BODIES_TOGETHER = 4 * MAX_BODY;
const BODY_TIMEOUT = 30_000;
/** Characters. */
const MAX_NOTE = 1000;
const MAX_USER = 200;
const MAX_NAME = 200;
const MAX_FILES = 1000;

const STATUS: Readonly<Record<Refused["kind"], number>> = { refused: 400, busy: 429, conflict: 409, unknown: 404 };

export class ConfigsDesk {
  readonly #control: ConfigControl;
  readonly #bodies: JsonBodies;

  constructor(control: ConfigControl, scheduler: Scheduler) {
    this.#control = control;
    this.#bodies = new JsonBodies(scheduler, { limit: MAX_BODY, together: BODIES_TOGETHER, timeout: BODY_TIMEOUT });
  }

  addRoutes(app: Express): void {
    const one = "/api/versions/:number";
    app.post("/-/reload", refuseForeignOrigins(answerLine), (request, response) => this.#reload(request, response));
    app.all("/-/reload", onlyMethods("POST"));
    app.use(["/api/deploy", "/api/versions", "/api/validate"], refuseForeignOrigins(answerError));
    app.post(
      "/api/deploy",
      answering((request, response) => this.#deploy(request, response)),
    );
    app.post(
      "/api/validate",
      answering((request, response) => this.#validate(request, response)),
    );
    app.get(
      "/api/versions",
      answering(async (_request, response) => this.#list(response)),
    );
    app.get(
      one,
      answering((request, response) => this.#detail(request, response)),
    );
    app.post(
      `${one}/rollback`,
      answering((request, response) => this.#rollback(request, response)),
    );
    app.all(["/api/deploy", "/api/validate", `${one}/rollback`], onlyMethods("POST", answerError));
    app.all(["/api/versions", one], onlyMethods("GET, HEAD", answerError));
  }

  /** As in Alloy: a text for people. */
  async #reload(request: Request, response: Response): Promise<void> {
    const result = await this.#control.reload({ via: "reload", from: request.socket.remoteAddress });
    response.set({ "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" });
    if (!result.ok && result.kind === "busy") response.set("Retry-After", "1");
    if (!result.ok) return void response.status(STATUS[result.kind]).end(result.text);
    const said = result.changed ? "config reloaded" : "config reloaded; nothing changed";
    answerLine(response, 200, [said, ...consequenceLines(result.consequences)].join("\n"));
  }

  async #deploy(request: Request, response: Response): Promise<void> {
    const body = await this.#bodies.take(request);
    const draft = draftOf(body);
    await this.#answer(response, await this.#control.deploy(draft, causeOf("deploy", request, body)));
  }

  async #validate(request: Request, response: Response): Promise<void> {
    const body = await this.#bodies.take(request);
    const { version } = body;
    if (version !== undefined && (body.text !== undefined || body.files !== undefined))
      throw new Refusal(400, 'the body must have either "version" or a configuration');
    const checked =
      version === undefined
        ? await this.#control.checkDraft(draftOf(body))
        : await this.#reading(this.#find(String(version)), (kept) => this.#control.checkVersion(kept));
    response.json(checked);
  }

  async #rollback(request: Request, response: Response): Promise<void> {
    const { number } = this.#find(request.params.number);
    const body = await this.#bodies.take(request);
    await this.#answer(response, await this.#control.rollback(number, causeOf("rollback", request, body)));
  }

  async #answer(response: Response, result: LoadResult): Promise<void> {
    if (result.ok) {
      const { changed, version, consequences } = result;
      response.json({
        changed,
        ...(version !== undefined && { version }),
        ...(consequences.length > 0 && { consequences }),
      });
      return;
    }
    if (result.kind === "busy") response.set("Retry-After", "1");
    const { message: error, diagnostics, more, text, kind } = result;
    const current = this.#control.versions?.find(this.#control.version ?? 0);
    response.status(STATUS[kind]).json({
      error,
      ...(kind === "refused" && { diagnostics, more, text }),
      ...(kind === "conflict" && current !== undefined && { current: summary(current) }),
    });
  }

  #list(response: Response): void {
    const { versions, version, status } = this.#control;
    response.json({
      ...(version !== undefined && { current: version }),
      ...(status.versions_problem !== undefined && { problem: status.versions_problem }),
      ...(status.fallback !== undefined && { fallback: status.fallback }),
      versions: (versions?.all ?? []).map(summary).reverse(),
    });
  }

  async #detail(request: Request, response: Response): Promise<void> {
    const version = this.#find(request.params.number);
    const { against } = request.query;
    const other = against === undefined ? this.#control.versions!.find(version.base ?? 0) : this.#find(against);
    const read = (one: Version) => this.#reading(one, (kept) => this.#control.textOf(kept));
    const text = await read(version);
    const diff = other && diffLines(await read(other), text);
    response.json({ ...summary(version), text, ...(diff && { diff: { against: other.number, ...diff } }) });
  }

  async #reading<T>(version: Version, read: (version: Version) => Promise<T>): Promise<T> {
    try {
      return await read(version);
    } catch (error) {
      throw new Refusal(404, `version ${version.number} cannot be read: ${(error as Error).message}`);
    }
  }

  #find(text: unknown): Version {
    const number = typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    const version = this.#control.versions?.find(number);
    if (version === undefined) throw new Refusal(404, `there is no version ${String(text).slice(0, 20)}`);
    return version;
  }
}

const summary = ({ bytes: _, ...version }: Version) => version;

function causeOf(
  via: "deploy" | "rollback",
  { socket }: Request,
  { note, user, base, base_sha256: sum }: Readonly<Record<string, unknown>>,
): LoadCause {
  if (base !== undefined && !(Number.isSafeInteger(base) && (base as number) > 0))
    throw new Refusal(400, "base must be the number of a version");
  if (sum !== undefined && !(typeof sum === "string" && /^[\da-f]{64}$/.test(sum)))
    throw new Refusal(400, "base_sha256 must be a SHA-256, as 64 hexadecimal digits in lower case");
  return {
    via,
    from: socket.remoteAddress,
    note: textOf("note", note, MAX_NOTE),
    user: textOf("user", user, MAX_USER),
    base: base as number | undefined,
    baseSha256: sum,
  };
}

function textOf(name: string, value: unknown, limit: number): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value.length > limit)
    throw new Refusal(400, `${name} must be a text of at most ${limit} characters`);
  return value.toWellFormed();
}

/** A configuration, or with `into` its stages for a component of what runs. */
function draftOf(body: Readonly<Record<string, unknown>>): Draft {
  const { from, into, how = "replace" } = body;
  const files = filesOf(body);
  if (into === undefined) {
    if (from !== undefined || body.how !== undefined) throw new Refusal(400, '"from" and "how" need "into"');
    return { kind: "whole", files };
  }
  const isName = (value: unknown) => typeof value === "string" && value !== "" && value.length <= MAX_NAME;
  if (!isName(into) || !(from === undefined || isName(from)))
    throw new Refusal(400, '"into" and "from" must be names of components, such as "logs.process.main"');
  if (how !== "replace" && how !== "append") throw new Refusal(400, '"how" must be "replace" or "append"');
  return { kind: "stages", files, from: from as string | undefined, into: into as string, mode: how };
}

const consequenceLines = (consequences: readonly Consequence[]): string[] =>
  consequences.map(({ component, text }) => (component === undefined ? text : `${component}: ${text}`));

/** `text`, or `files`, which are one configuration in the order given. */
function filesOf({ text, files }: Readonly<Record<string, unknown>>): ConfigFiles {
  if (typeof text === "string" && files === undefined) return ConfigFiles.one("deployed.alloy", text.toWellFormed());
  const all = text === undefined && Array.isArray(files) ? (files as readonly unknown[]) : [];
  if (all.length === 0 || all.length > MAX_FILES)
    throw new Refusal(400, 'the body must have "text", or "files" as a list of {"name": "…", "text": "…"}');
  return new ConfigFiles(
    all.map((one) => {
      const { name, text: held } = (one ?? {}) as { name?: unknown; text?: unknown };
      if (typeof name !== "string" || name === "" || name.length > MAX_NAME || typeof held !== "string")
        throw new Refusal(400, `every file must have a "text" and a "name" of 1 to ${MAX_NAME} characters`);
      return { name: name.toWellFormed(), text: held.toWellFormed() };
    }),
  );
}
