/** `/api/shadow`: a draft beside what runs, and what it would change. */

import { ConfigFiles } from "@sluice/engine";
import { ROUTES, SHADOW_PROCESSOR, SHADOW_SECONDS } from "@sluice/protocol";
import type { ConfigControl } from "../configs/config-control.ts";
import { draftInto } from "../configs/draft.ts";
import { type ShadowParts, ShadowRun } from "../live/shadow.ts";
import { compareComponents } from "../live/shadow-compare.ts";
import type { ShadowText } from "../live/shadow-messages.ts";
import type { ApiRoutes, Asked } from "./api-routes.ts";
import { JsonBodies, Refusal } from "./json-body.ts";

/** Of a request. Bytes and milliseconds. To read a configuration holds up what runs, so it is not as large as one in a file. */
const MAX_BODY = 512 * 1024;
const BODY_TIMEOUT = 30_000;

export interface ShadowRoutesParts extends ShadowParts {
  readonly control: ConfigControl;
  readonly configFile: string;
  readonly seed: number;
  /** As 64 hexadecimal digits. */
  sha256(text: string): string;
}

export class ShadowRoutes {
  readonly #parts: ShadowRoutesParts;
  readonly #bodies: JsonBodies;
  #run: ShadowRun | undefined;
  #count = 0;
  #stopped = false;

  constructor(parts: ShadowRoutesParts) {
    this.#parts = parts;
    this.#bodies = new JsonBodies(parts.scheduler, { limit: MAX_BODY, together: 2 * MAX_BODY, timeout: BODY_TIMEOUT });
  }

  addTo(api: ApiRoutes): void {
    api.serveBody(ROUTES.startShadow, this.#bodies, (asked) => this.#start(asked));
    api.serve(ROUTES.shadow, ({ answer }) => answer(200, this.#found().answer()));
    api.serve(ROUTES.endShadow, ({ answer }) => {
      const run = this.#found();
      run.stop();
      answer(200, run.answer());
    });
  }

  /** Id of the last run. */
  get last(): string | undefined {
    return this.#run?.id;
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

  async #start({ body, answer }: Asked<typeof ROUTES.startShadow>): Promise<void> {
    const { text, seconds = SHADOW_SECONDS.usual, processor = SHADOW_PROCESSOR.usual } = body;
    this.#mayStart();
    const { control, configFile, seed } = this.#parts;
    const files = ConfigFiles.one("draft.alloy", text.toWellFormed());
    const draft = await control.openDraft(draftInto(files, body));
    if (!draft.ok) {
      const { diagnostics, more, text: told } = draft;
      const error = diagnostics.find(({ severity }) => severity === "error")?.message ?? "the draft has errors";
      answer(400, { error, diagnostics, more, text: told });
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
        draft: textOf(draft.files.text, draft.environment),
        configFile,
        rules: { active: active.rules, draft: draft.rules },
        seed,
        seconds,
        processor,
        sha256: this.#parts.sha256(files.text),
        version: control.version,
        into: body.into,
      },
      this.#parts,
    );
    this.#run = run;
    // So that whoever asked may push right away, and sees what keeps it from running.
    await run.whenBegun;
    answer(200, run.answer());
  }
}

/** With the environment variables that it reads, since its process has none. */
function textOf(text: string, names: Iterable<string>): ShadowText {
  const pairs = [...names].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { text, environment: Object.fromEntries(pairs) };
}
