/**
 * One block of a configuration as a component: its expressions evaluated, its arguments and stages decoded. This happens when
 * a configuration is loaded, and again whenever a value changes that the block takes from another component.
 */
import { atOnce } from "../base/at-once.ts";
import type { Diagnostic, Report } from "../base/diagnostic.ts";
import { type Span, touchedBy } from "../base/span.ts";
import type { ComponentSpec } from "../components/component-spec.ts";
import { relabelRule } from "../components/pipelines/relabel-rule.ts";
import { decodeStagesInSteps, isStage } from "../pipeline/decode-stages.ts";
import type { StageNode, StageSpec } from "../pipeline/stage-spec.ts";
import type { DecodeContext } from "../schema/body-spec.ts";
import { CompiledTexts } from "../schema/compiled-text.ts";
import { decodeBodyInSteps, insideOf } from "../schema/decode.ts";
import { blockAt, decodedBlocks } from "../schema/decoded-blocks.ts";
import { type Exports, isValueExport } from "../schema/exported.ts";
import type { CapsuleReference, DecodedBlock } from "../schema/field.ts";
import { STAGE_CATALOG } from "../stages/index.ts";
import type { BlockStatement, Expression, SourceFile, Statement } from "../syntax/ast.ts";
import { createStandardLibrary, findReferences, type Reference, type Scope } from "../syntax/index.ts";
import { compileAhead } from "./compile-ahead.ts";
import type { ComponentNode, DecodedRules, LoadOptions, Purpose } from "./component-node.ts";
import { idWithin, leadsInto, ReferenceErrors, referencesIn } from "./diagnostics/reference-errors.ts";
import { asksUnset, describeUnset, UnsetEnvironment } from "./diagnostics/unset-environment.ts";
import { exportedValues } from "./exported-values.ts";
import { FORWARD_TO, REJECTED_TO } from "./receiver-arguments.ts";
import type { TopLevel, TopLevelBlock } from "./top-level.ts";

/** A component and the ids of those whose values it uses. */
interface Link {
  readonly id: string;
  /** What `findCycles` follows. */
  readonly forwardTo: readonly string[];
  readonly span: Span;
}

export class ComponentEvaluator {
  readonly #blocks: ReadonlyMap<string, TopLevelBlock>;
  readonly #known: ReadonlyMap<string, ComponentSpec>;
  readonly #options: LoadOptions;
  readonly #others: Pick<TopLevel, "opaque" | "refused" | "mistyped">;
  readonly #referenceErrors;
  readonly #library;
  readonly #texts = new CompiledTexts();
  /** Ids of the components whose values each uses. */
  readonly #uses = new Map<string, readonly string[]>();
  /** What was decoded of the stages of each when it was evaluated first. */
  readonly #stages = new Map<string, readonly StageNode[]>();
  /** Likewise of the relabelling rules of each. */
  readonly #rules = new Map<string, readonly DecodedBlock[]>();

  /** The evaluator of a whole file. All references are followed first, in steps. */
  static *inSteps(
    file: SourceFile,
    blocks: readonly TopLevelBlock[],
    others: Pick<TopLevel, "opaque" | "refused" | "mistyped">,
    options: LoadOptions,
  ): Generator<void, ComponentEvaluator> {
    const evaluator = new ComponentEvaluator(file, blocks, others, options);
    for (const { id, statement } of blocks) {
      const used = new Set<string>();
      for (const reference of referencesIn(statement)) {
        yield;
        const other = evaluator.#valueOf(reference);
        if (other !== undefined) used.add(other);
      }
      evaluator.#uses.set(id, [...used]);
      yield;
    }
    return evaluator;
  }

  private constructor(
    file: SourceFile,
    blocks: readonly TopLevelBlock[],
    others: Pick<TopLevel, "opaque" | "refused" | "mistyped">,
    options: LoadOptions,
  ) {
    this.#blocks = new Map(blocks.map((block) => [block.id, block]));
    this.#known = new Map(blocks.map(({ id, spec }) => [id, spec]));
    this.#options = options;
    this.#others = others;
    this.#referenceErrors = new ReferenceErrors(this.#known, new Set([...others.opaque, ...others.refused]), {
      severity: options.purpose === "preview" ? "warning" : "error",
      end: file.text.length,
      written: new Set(file.body.map(({ name }) => name)),
    });
    this.#library = createStandardLibrary(options.library ?? {});
  }

  /** Which component uses whose values. */
  get links(): Link[] {
    return [...this.#blocks.values()].map(({ id, statement: { span } }) => ({
      id,
      forwardTo: this.#uses.get(id)!,
      span,
    }));
  }

  /** The stages inside a component without those that have an error; the component itself may have one. */
  stagesOf(id: string): readonly StageNode[] {
    return this.#stages.get(id) ?? [];
  }

  /** The relabelling rules of each component that has some, without those that have an error, in the order of the text. */
  get rules(): readonly DecodedRules[] {
    return [...this.#blocks.values()].flatMap(({ id, statement }) => {
      const rules = this.#rules.get(id);
      return rules === undefined ? [] : { id, statement, rules };
    });
  }

  /** All ids, each after those whose values it uses; where they go round in a circle, one comes before the other. */
  get order(): readonly string[] {
    const order = new Set<string>();
    const entered = new Set<string>();
    for (const start of this.#blocks.keys()) {
      const path = [{ id: start, next: 0 }];
      for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
        entered.add(top.id);
        const id = this.#uses.get(top.id)![top.next++];
        if (id === undefined) order.add(path.pop()!.id);
        else if (!entered.has(id)) path.push({ id, next: 0 });
      }
    }
    return [...order];
  }

  /** Compiles the slow parts of a component before it is evaluated. */
  compileAhead(id: string): Generator<void, void> {
    const { statement, spec } = this.#blocks.get(id)!;
    const stages = this.#options.stages ?? STAGE_CATALOG;
    return compileAhead(statement.body, spec, { stages, texts: this.#texts });
  }

  /** The component with the exports of the others; undefined if it has an error of its own, which is reported. */
  evaluate(id: string, exportsOf: (id: string) => Exports | undefined, report: Report): ComponentNode | undefined {
    return atOnce(this.evaluateInSteps(id, exportsOf, report));
  }

  evaluateInSteps(
    id: string,
    exportsOf: (id: string) => Exports | undefined,
    report: Report,
  ): Generator<void, ComponentNode | undefined> {
    return this.#decodeInSteps(this.#blocks.get(id)!, exportsOf, report);
  }

  /** Reports what is wrong in a block with a mistyped name. */
  *checkInSteps(
    block: TopLevelBlock,
    exportsOf: (id: string) => Exports | undefined,
    report: Report,
  ): Generator<void, void> {
    yield* this.#decodeInSteps(block, exportsOf, insideOf(block.statement, report));
  }

  *#decodeInSteps(
    { id, statement, spec, dialect }: TopLevelBlock,
    exportsOf: (id: string) => Exports | undefined,
    report: Report,
  ): Generator<void, ComponentNode | undefined> {
    const { opaque, refused } = this.#others;
    const { purpose, library, globals, decodeOnly } = this.#options;
    const references = referencesIn(statement);
    const unresolved = yield* this.#referenceErrors.findInSteps(references);
    for (const diagnostic of unresolved) report(diagnostic);
    // A refused block is an error by itself; references to it are not further ones.
    const intoRefused = references.filter((reference) => leadsInto(reference, refused));
    const isTold = touchedBy([...unresolved, ...intoRefused].flatMap(({ span }) => span ?? []));
    const unresolvedAt = new Set(unresolved.flatMap(({ severity, span }) => (severity === "error" ? [] : span!.start)));
    const named = references.flatMap(({ path }) => idWithin(path, this.#known) ?? []);
    const exported = exportedValues(new Map(named.map((one) => [one, this.#known.get(one)!])), exportsOf);
    const scope = {
      lookup: (name: string) => exported.get(name) ?? globals?.get(name) ?? this.#library.get(name),
      names: () => this.#library.names,
    };
    const isPending = (expression: Expression) =>
      findReferences(expression).some((reference) => {
        const other = this.#valueOf(reference);
        return other !== undefined && exportsOf(other) === undefined;
      });
    const isUnknowable = (expression: Expression) =>
      (purpose === "preview" || purpose === "for-alloy") &&
      (asksUnset(expression, library?.env, scope) ||
        // Components that run only on a server are not checked here: their values are known only there.
        (purpose === "preview" && spec.runs === "anywhere" && isPending(expression)) ||
        findReferences(expression).some(
          (reference) => leadsInto(reference, opaque) || unresolvedAt.has(reference.span.start),
        ));
    const unset = new UnsetEnvironment(statement, library ?? {}, scope);
    const context = {
      scope,
      report: (diagnostic: Diagnostic) => {
        if (diagnostic.span === undefined || !isTold(diagnostic.span)) report(unset.explain(diagnostic));
      },
      isUnknowable,
      isPending,
      decodeOnly,
      texts: this.#texts,
      ...elsewhere(purpose, library, scope),
    };
    const { args, sound, claimed } = yield* decodeBodyInSteps(
      statement.body,
      spec,
      statement.nameSpan,
      context,
      spec.stages ? isStage : undefined,
    );
    const inside = yield* decodeStagesInSteps(claimed, this.#options.stages ?? STAGE_CATALOG, context);
    if (spec.stages && !this.#stages.has(id)) this.#stages.set(id, inside);
    if (spec.blocks.rule === relabelRule && !this.#rules.has(id)) this.#rules.set(id, sound.get("rule") ?? []);
    if (args === undefined) return undefined;
    const stages = [
      ...inside,
      ...(spec.steps === undefined ? [] : stepsOf(statement, spec.steps, args)),
      ...(spec.asStage === undefined ? [] : [asStage(statement, spec.asStage, args)]),
    ];
    const forwardTo = [args[FORWARD_TO], args[REJECTED_TO]].flatMap(forwardedTo).map(({ component }) => component);
    const uses = this.#uses.get(id) ?? [];
    // A component that is only decoded, or from unknown values, cannot run.
    const isKnown = !decodeOnly && uses.every((one) => exportsOf(one) !== undefined);
    const exports = isKnown ? spec.evaluate?.(args) : undefined;
    return { spec, id, label: statement.label!, dialect, args, stages, forwardTo, uses, exports, span: statement.span };
  }

  /** The component whose value a reference reads; undefined if it is only pushed to, or missing. */
  #valueOf({ path }: Reference): string | undefined {
    const id = idWithin(path, this.#known);
    if (id === undefined) return undefined;
    const kind = this.#known.get(id)!.exports[path[id.split(".").length] ?? ""];
    return kind !== undefined && isValueExport(kind) ? id : undefined;
  }
}

/** What is said where a configuration is only checked. */
function elsewhere(
  purpose: Purpose | undefined,
  library: LoadOptions["library"],
  scope: Scope,
): Pick<DecodeContext, "describeUnknown" | "notRun"> {
  if (purpose !== "for-alloy") return { notRun: purpose === "preview" ? "warning" : undefined };
  return {
    notRun: "info",
    describeUnknown: (expression, name) => describeUnset(expression, name, library?.env, scope),
  };
}

/** References in a list of them; one that is null leads nowhere. */
const forwardedTo = (value: unknown): CapsuleReference[] =>
  Array.isArray(value) ? value.filter((one) => one !== null) : [];

/** The blocks of a component that are steps, as stages. */
function stepsOf(
  { body }: BlockStatement,
  { block, rule, last }: NonNullable<ComponentSpec["steps"]>,
  args: Readonly<Record<string, unknown>>,
): StageNode[] {
  const decoded = decodedBlocks(args[block]);
  return decoded.map((one, i) => ({
    spec: i === decoded.length - 1 ? last : rule,
    args: one.args,
    children: [],
    argumentSpans: argumentSpansIn(blockAt(body, one).body),
    path: String(i + 1),
    span: blockAt(body, one).span,
  }));
}

/** A component that is a step by itself, as a stage. */
const asStage = (
  { body, span }: BlockStatement,
  spec: StageSpec,
  args: Readonly<Record<string, unknown>>,
): StageNode => ({
  spec,
  args: Object.fromEntries(Object.keys(spec.fields).map((name) => [name, args[name]])),
  children: [],
  argumentSpans: argumentSpansIn(body),
  path: "1",
  span,
});

const argumentSpansIn = (body: readonly Statement[]): ReadonlyMap<string, Span> =>
  new Map(body.flatMap((one) => (one.kind === "attribute" ? [[one.name, one.value.span] as const] : [])));
