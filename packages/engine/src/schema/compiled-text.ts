/**
 * A decoded text of an embedded language: the text for printing and for messages, and its compiled form, which a document
 * and all pipelines made from it share; errors point inside the literal. Decoding checks it and a stage runs it. Decoding
 * does not check an empty text, since in most arguments it means none; it is compiled only if a stage uses it.
 */
import { AnalysisBudget } from "@sluice/languages/re2";
import { type EmbeddedLanguage, LANGUAGES, type Language, type Outcome, type Programs } from "./languages.ts";

export class CompiledText<L extends EmbeddedLanguage = EmbeddedLanguage> {
  readonly language: L;
  readonly text: string;
  readonly #analysis: AnalysisBudget | undefined;
  #outcome: Outcome<Programs[L]> | undefined;
  #between: Map<string, CompiledText<L>> | undefined;

  constructor(language: L, text: string, analysis?: AnalysisBudget) {
    this.language = language;
    this.text = text;
    this.#analysis = analysis;
  }

  isOf<K extends EmbeddedLanguage>(language: K): this is CompiledText<K> {
    const own: EmbeddedLanguage = this.language;
    return own === language;
  }

  get outcome(): Outcome<Programs[L]> {
    this.#outcome ??= this.#language.compile(this.text, this.#analysis);
    return this.#outcome;
  }

  /** Compiles it now, so that the outcome is ready later. Slow texts compile in steps. */
  *compileInSteps(): Generator<void, void> {
    if (this.#outcome !== undefined) return;
    const work = this.#language.compileInSteps?.(this.text, this.#analysis);
    const outcome = work === undefined ? this.outcome : yield* work;
    this.#outcome ??= outcome;
    yield;
  }

  get #language(): Language<Programs[L]> {
    return LANGUAGES[this.language];
  }

  /** Throws where the text is refused: nothing is built from such arguments. */
  get compiled(): Programs[L] {
    const { outcome } = this;
    if (!outcome.ok) throw new Error(`undetected bad ${this.language}: ${outcome.refusal.message}`);
    return outcome.program;
  }

  /** For arguments in which the empty text means none. */
  get ifGiven(): Programs[L] | undefined {
    return this.text === "" ? undefined : this.compiled;
  }

  /** The same within more of the language, as for `^(?:` and `)$`. What it costs is the document's, too. */
  between(before: string, after: string): CompiledText<L> {
    const text = `${before}${this.text}${after}`;
    this.#between ??= new Map();
    let known = this.#between.get(text);
    if (known === undefined) {
      known = new CompiledText(this.language, text, this.#analysis);
      this.#between.set(text, known);
    }
    return known;
  }

  /** For patterns that have to match a whole text, as Alloy anchors them: a dot does not match the end of a line. */
  get whole(): CompiledText<L> {
    return this.between("^(?:", ")$");
  }

  toString(): string {
    return this.text;
  }
}

/** Steps that finding out the cost of all patterns of a document may take: a thousand times what a long one needs. */
export const ANALYSIS_STEPS = 2_000_000;

/** Bounds of classes and characters of literals that all patterns of a document may have: some 400 times `\pL`. */
export const PATTERN_RUNES = 2 ** 19;

/** The texts of one document: what is written in several of its places is compiled once. */
export class CompiledTexts {
  readonly #known = new Map<string, CompiledText>();
  readonly #analysis = new AnalysisBudget(ANALYSIS_STEPS, undefined, PATTERN_RUNES);

  of(language: EmbeddedLanguage, text: string): CompiledText {
    const key = `${language} ${text}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = new CompiledText(language, text, this.#analysis);
      this.#known.set(key, known);
    }
    return known;
  }
}
