/**
 * Asks the language worker. An analysis that a newer text overtook is not reported. On a first visit one worker
 * understands the first text and runs it, since two would load the engine at the same time. The language worker follows
 * a second later, or when something else is asked of it.
 */
import type {
  CompletedConfig,
  Completion,
  CompletionItem,
  Dialect,
  ExportedConfig,
  Fold,
  GraphEdit,
  Hover,
  PutMode,
  Renamed,
  RenameTarget,
  Span,
  StageAddress,
  StageChange,
  StageChanged,
  StageEdit,
  StageForm,
  TargetVersion,
  TemplateCompletions,
} from "@sluice/engine";
import { type Analysis, notUnderstood } from "../model/analysis.ts";
import type { ScreenedPiece } from "../model/private-values.ts";
import type { AddableStage } from "./addable-stage.ts";
import type { AddableComponent } from "./find-components.ts";
import { NO_CHOICES, type ReadConfiguration } from "./import-report.ts";
import type { Formatted, GraphEdited, LanguageKinds, Renaming, StagesEdited } from "./language-protocol.ts";
import { type Answered, Requester, type StartKinds } from "./requests.ts";

/** Somebody else who can analyse a text; undefined: it was ended before it did. */
export interface Analyzer {
  analyze(text: string): Promise<Analysis | undefined>;
}

export class LanguageClient {
  readonly #requester: Requester<LanguageKinds>;
  #analyses = 0;
  /** The worker is there: it answered the last analysis that it was asked for. */
  #answers = false;

  constructor(start: StartKinds<LanguageKinds>) {
    this.#requester = new Requester(start);
  }

  /**
   * Understands `text`; undefined when a newer text was asked for meanwhile. `other` is asked as long as the worker has not been
   * started, and beside it until it has answered: it may be long in coming, or not come at all. Where nobody understands the
   * text, that is a problem of it, since what was understood before says nothing about it.
   */
  async analyze(text: string, other?: Analyzer): Promise<Analysis | undefined> {
    const nth = ++this.#analyses;
    const others = this.#answers ? undefined : other?.analyze(text);
    if (others !== undefined && !this.#requester.started) {
      const analysis = await others;
      if (nth !== this.#analyses) return undefined;
      if (analysis !== undefined) return analysis;
    }
    const own = this.#answer("analyze", text);
    const ownOrOthers = own.then((answered) => {
      this.#answers = answered.ok;
      return answered.ok ? answered.answer : others;
    });
    const othersOrOwn = others?.then((analysis) => analysis ?? ownOrOthers);
    const analysis = await (othersOrOwn === undefined ? ownOrOthers : Promise.race([ownOrOthers, othersOrOwn]));
    if (nth !== this.#analyses) return undefined;
    if (analysis !== undefined) return analysis;
    const answered = await own;
    return answered.ok || answered.ended ? undefined : notUnderstood(text, answered.message);
  }

  get started(): boolean {
    return this.#requester.started;
  }

  /** Starts the worker, if it is not there yet, before something is asked of it. */
  start(): void {
    this.#requester.start();
  }

  async complete(text: string, offset: number): Promise<readonly CompletionItem[]> {
    return (await this.#ask("complete", { text, offset })) ?? [];
  }

  hover(text: string, offset: number): Promise<Hover | undefined> {
    return this.#ask("hover", { text, offset });
  }

  definition(text: string, offset: number): Promise<Span | undefined> {
    return this.#ask("definition", { text, offset });
  }

  async references(text: string, offset: number): Promise<readonly Span[]> {
    return (await this.#ask("references", { text, offset })) ?? [];
  }

  renameTarget(text: string, offset: number): Promise<RenameTarget | undefined> {
    return this.#ask("renameTarget", { text, offset });
  }

  /** The edits of a new label; undefined when the worker failed. */
  rename(text: string, offset: number, to: string): Promise<Renamed | undefined> {
    return this.#ask("rename", { text, offset, to });
  }

  /** The stage at `place` as a form; undefined where there is none, the text does not parse, or the worker failed. */
  stageForm(text: string, place: StageAddress): Promise<StageForm | undefined> {
    return this.#ask("stageForm", { text, place });
  }

  /** The edits of a change of that stage, or why there are none; undefined when the worker failed. */
  changeStage(text: string, place: StageAddress, change: StageChange): Promise<StageChanged | undefined> {
    return this.#ask("changeStage", { text, place, change });
  }

  /** Functions and `fields` that can stand at `offset` of a template. */
  completeTemplate(
    template: string,
    offset: number,
    fields: readonly string[],
  ): Promise<TemplateCompletions | undefined> {
    return this.#ask("completeTemplate", { template, offset, fields });
  }

  async folds(text: string): Promise<readonly Fold[]> {
    return (await this.#ask("folds", text)) ?? [];
  }

  /** Changes the stages of a pipeline of `text`; undefined when the worker failed. */
  editStages(text: string, pipeline: string, edit: StageEdit): Promise<StagesEdited | undefined> {
    return this.#ask("editStages", { text, pipeline, edit });
  }

  /** Puts `stages` into a pipeline of `text`, or a new one; undefined when the worker failed. */
  putStages(
    text: string,
    pipeline: string | undefined,
    stages: string,
    mode: PutMode,
  ): Promise<StagesEdited | undefined> {
    return this.#ask("putStages", { text, pipeline, stages, mode });
  }

  /** Changes the graph of `text`; undefined when the worker failed. */
  editGraph(text: string, edit: GraphEdit): Promise<GraphEdited | undefined> {
    return this.#ask("editGraph", { text, edit });
  }

  /** `text` with a source and a sink; undefined when the worker failed. */
  completeConfig(text: string, completion: Completion): Promise<CompletedConfig | undefined> {
    return this.#ask("completeConfig", { text, completion });
  }

  /** `text` with the names of `dialect`; undefined when the worker failed. */
  toDialect(text: string, dialect: Dialect): Promise<Renaming | undefined> {
    return this.#ask("toDialect", { text, dialect });
  }

  /** Searches some samples of a document, the first with the `rest` of it; false when the worker failed or lost it. */
  async screen(ask: LanguageKinds["screen"]["ask"]): Promise<boolean> {
    return (await this.#ask("screen", ask)) ?? false;
  }

  /** Some samples of it with what is private replaced, all but `keep`; undefined when the worker failed or lost it. */
  screened(ask: LanguageKinds["screened"]["ask"]): Promise<ScreenedPiece | undefined> {
    return this.#ask("screened", ask);
  }

  endScreen(session: number): void {
    void this.#ask("endScreen", session);
  }

  /** `text`, which says that it is to run on `target`; undefined when the worker failed. */
  setTarget(text: string, target: TargetVersion): Promise<string | undefined> {
    return this.#ask("setTarget", { text, target });
  }

  /** `text` as it leaves Sluice; undefined when the worker failed. */
  exportConfig(text: string, dialect: Dialect): Promise<ExportedConfig | undefined> {
    return this.#ask("exportConfig", { text, dialect });
  }

  /** What configuration `text` is; undefined when the worker failed. `choices`: of Promtail. */
  readConfiguration(text: string, choices = NO_CHOICES): Promise<ReadConfiguration | undefined> {
    return this.#ask("readConfiguration", { text, choices });
  }

  /** What can be added to a configuration. */
  async addableComponents(): Promise<readonly AddableComponent[]> {
    return (await this.#ask("addableComponents", null)) ?? [];
  }

  /** What can be added to a pipeline. */
  async addableStages(): Promise<readonly AddableStage[]> {
    return (await this.#ask("addableStages", null)) ?? [];
  }

  /** Formats `text`; undefined when the worker failed. */
  format(text: string): Promise<Formatted | undefined> {
    return this.#ask("format", text);
  }

  /** Ends the worker; what it was asked has no answer. */
  close(): void {
    this.#requester.end();
  }

  async #ask<N extends keyof LanguageKinds>(
    kind: N,
    ask: LanguageKinds[N]["ask"],
  ): Promise<LanguageKinds[N]["answer"] | undefined> {
    const answered = await this.#answer(kind, ask);
    return answered.ok ? answered.answer : undefined;
  }

  #answer<N extends keyof LanguageKinds>(
    kind: N,
    ask: LanguageKinds[N]["ask"],
  ): Promise<Answered<LanguageKinds[N]["answer"]>> {
    return new Promise((resolve) => this.#requester.ask(kind, ask, resolve));
  }
}
