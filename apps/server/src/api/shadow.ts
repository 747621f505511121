/** `/api/shadow`: a draft beside what runs, and what it would change. */

import { ConfigFiles } from "@sluice/engine";
import type { Express, Request, Response } from "express";
import type { ConfigControl } from "../configs/config-control.ts";
import { onlyMethods } from "../http/answers.ts";
import { type ShadowParts, ShadowRun } from "../live/shadow.ts";
import { compareComponents } from "../live/shadow-compare.ts";
import type { ShadowText } from "../live/shadow-messages.ts";
import { answerError, answering, JsonBodies, Refusal } from "./json-body.ts";
import { refuseForeignOrigins } from "./protection.ts";

/** Of a request. Bytes and milliseconds. To read a configuration holds up what runs, so it is not as large as one in a file. */
const MAX_BODY = 512 * 1024;
const BODY_TIMEOUT = 30_000;
const SECONDS = { least: 1, most: 600, usual: 60 };
const PROCESSOR = { least: 0.05, most: 1, usual: 0.5 };

export interface ShadowDeskParts extends ShadowParts {
  readonly control: ConfigControl;
  readonly configFile: string;
  readonly seed: number;
  /** As 64 hexadecimal digits. */
  sha256(text: string): string;
}

export class ShadowDesk {
  readonly #parts: ShadowDeskParts;
  readonly #bodies: JsonBodies;
  #run: ShadowRun | undefined;
  #count = 0;
  #stopped = false;

  constructor(parts: ShadowDeskParts) {
    this.#parts = parts;
    this.#bodies = new JsonBodies(parts.scheduler, { limit: MAX_BODY, together: 2 * MAX_BODY, timeout: BODY_TIMEOUT });
  }

  addRoutes(app: Express): void {
    app.use("/api/shadow", refuseForeignOrigins(answerError));
    app.post(
      "/api/shadow",
      answering((request, response) => this.#start(request, response)),
    );
    app.get(
      "/api/shadow",
      answering(async (_request, response) => void response.json(this.#found().answer())),
    );
    app.delete(
      "/api/shadow",
      answering(async (_request, response) => {
        const run = this.#found();
        run.stop();
        response.json(run.answer());
      }),
    );
    app.all("/api/shadow", onlyMethods("GET, HEAD, POST, DELETE", answerError));
  }

  stop(): void {
    this.#stopped = true;
    this.#run?.stop("the server is stopping");
  }

  #found(): ShadowRun {
    if (this.#run === undefined) throw new Refusal(404, "there was no shadow run");
    return this.#run;
  }

  #mayStart(): void {
    if (this.#stopped) throw new Refusal(503, "the server is stopping");
    if (this.#run?.running) throw new Refusal(409, "a shadow run goes on already; end it first");
  }

  async #start(request: Request, response: Response): Promise<void> {
    const body = await this.#bodies.take(request);
    const { text } = body;
    if (typeof text !== "string") throw new Refusal(400, "text must be a configuration");
    const seconds = numberOf(body, "seconds", SECONDS);
    const processor = numberOf(body, "processor", PROCESSOR);
    this.#mayStart();
    const { control, configFile, seed } = this.#parts;
    const files = ConfigFiles.one("draft.alloy", text.toWellFormed());
    const draft = await control.openDraft(files);
    if (!draft.ok) {
      const { diagnostics, more, text: told } = draft;
      const error = diagnostics.find(({ severity }) => severity === "error")?.message ?? "the draft has errors";
      response.status(400).json({ error, diagnostics, more, text: told });
      return;
    }
    const active = await control.openActive();
    // Another may have begun while these were opened.
    this.#mayStart();
    const shared = compareComponents(active.config, draft.config);
    if (shared.shared.length === 0)
      throw new Refusal(400, "the draft has no logs.process of those that run, so that there is nothing to compare");
    const run = new ShadowRun(
      String(++this.#count),
      {
        ...shared,
        active: textOf(control.active.files.text, active.environment),
        draft: textOf(files.text, draft.environment),
        configFile,
        rules: { active: active.rules, draft: draft.rules },
        seed,
        seconds,
        processor,
        sha256: this.#parts.sha256(files.text),
        version: control.version,
      },
      this.#parts,
    );
    this.#run = run;
    // So that whoever asked may push right away, and sees what keeps it from running.
    await run.whenBegun;
    response.json(run.answer());
  }
}

/** With the environment variables that it reads, since its process has none. */
function textOf(text: string, names: Iterable<string>): ShadowText {
  const pairs = [...names].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { text, environment: Object.fromEntries(pairs) };
}

function numberOf(
  body: Readonly<Record<string, unknown>>,
  name: string,
  { least, most, usual }: { readonly least: number; readonly most: number; readonly usual: number },
): number {
  const value = body[name] ?? usual;
  if (typeof value !== "number" || !(value >= least && value <= most))
    throw new Refusal(400, `${name} must be a number from ${least} to ${most}`);
  return value;
}
