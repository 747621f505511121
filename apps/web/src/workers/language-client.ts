/** Asks the language worker. An analysis that a newer text overtook is not reported. */
import type { CompletionItem, Fold, Hover, Renamed, RenameTarget, Span } from "@sluice/engine";
import type { Analysis } from "../domain/analysis.ts";
import type { Formatted, LanguageKinds } from "./language-protocol.ts";
import { Requester, type StartKinds } from "./requests.ts";

export class LanguageClient {
  readonly #requester: Requester<LanguageKinds>;
  #analyses = 0;

  constructor(start: StartKinds<LanguageKinds>) {
    this.#requester = new Requester(start);
  }

  /** Understands `text`; undefined when a newer text was asked for meanwhile, or the worker failed. */
  async analyze(text: string): Promise<Analysis | undefined> {
    const nth = ++this.#analyses;
    const analysis = await this.#ask("analyze", text);
    return nth === this.#analyses ? analysis : undefined;
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

  async folds(text: string): Promise<readonly Fold[]> {
    return (await this.#ask("folds", text)) ?? [];
  }

  /** Formats `text`; undefined when the worker failed. */
  format(text: string): Promise<Formatted | undefined> {
    return this.#ask("format", text);
  }

  /** Ends the worker; what it was asked has no answer. */
  close(): void {
    this.#requester.end();
  }

  #ask<N extends keyof LanguageKinds>(
    kind: N,
    ask: LanguageKinds[N]["ask"],
  ): Promise<LanguageKinds[N]["answer"] | undefined> {
    return new Promise((resolve) =>
      this.#requester.ask(kind, ask, (answered) => resolve(answered.ok ? answered.answer : undefined)),
    );
  }
}
