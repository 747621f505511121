/**
 * The worker side that understands configurations: problems, stages, completion, hover, references, formatting. It keeps the text
 * that it was asked about last, opened, and the document that is being shared.
 */
import {
  applyEdits,
  COMPONENTS,
  changeStage,
  changesMeaning,
  complete,
  completeTemplateText,
  componentTemplate,
  definition,
  editDialect,
  editGraph,
  editStages,
  firstSentence,
  folds,
  formatDocument,
  hover,
  readStageForm,
  references,
  rename,
  renameTarget,
  STAGES,
  stageTemplate,
  withParts,
} from "@sluice/engine";
import { analysisOrWhy, describeDocument, keepLastOpened } from "../../core/workers/analyze.ts";
import type { LanguageKinds } from "../../core/workers/language-protocol.ts";
import type { WorkerScope } from "../../core/workers/port.ts";
import { type Handlers, type Reply, type Request, serveRequests } from "../../core/workers/requests.ts";
import type { DocumentScreen } from "../../features/share/screen-document.ts";

/** What takes a document in and hands it on: loaded when it is first asked for, since few visits do. */
const handOn = () => import("./hand-on.ts");

export function serveLanguage(scope: WorkerScope<Request<LanguageKinds>, Reply<LanguageKinds>>): void {
  const open = keepLastOpened();
  let screened: { readonly session: number; readonly screen: DocumentScreen } | undefined;
  const handlers: Handlers<LanguageKinds> = {
    analyze: (text) => analysisOrWhy(text, () => describeDocument(open(text))),
    complete: ({ text, offset }) => complete(text, offset),
    hover: ({ text, offset }) => hover(open(text).file, offset),
    definition: ({ text, offset }) => definition(open(text).file, offset),
    references: ({ text, offset }) => references(open(text).file, offset),
    renameTarget: ({ text, offset }) => renameTarget(open(text).file, offset),
    rename: ({ text, offset, to }) => rename(open(text).file, offset, to),
    stageForm({ text, place }) {
      const document = open(text);
      return document.syntaxErrors.length > 0 ? undefined : readStageForm(document, place);
    },
    changeStage: ({ text, place, change }) => changeStage(open(text), place, change, open),
    completeTemplate: ({ template, offset, fields }) => completeTemplateText(template, offset, fields),
    folds: (text) => folds(open(text).file),
    editStages: ({ text, pipeline, edit }) => {
      const edited = editStages(open(text), pipeline, edit);
      return edited.ok ? { ok: true, card: edited.card, analysis: describeDocument(open(edited.text)) } : edited;
    },
    putStages: async ({ text, pipeline, stages, mode }) => {
      const { putStagesInto } = await import("./put-stages.ts");
      const put = putStagesInto(open(text), pipeline, stages, mode);
      return put.ok ? { ok: true, card: put.card, analysis: describeDocument(open(put.text)) } : put;
    },
    editGraph: ({ text, edit }) => {
      const edited = editGraph(open(text), edit);
      return edited.ok ? { ok: true, node: edited.node, analysis: describeDocument(open(edited.text)) } : edited;
    },
    completeConfig: async ({ text, completion }) => (await handOn()).completeConfig(open(text), completion),
    screen: async ({ session, from, samples, rest }) => {
      const { DocumentScreen } = await handOn();
      if (rest !== undefined) screened = { session, screen: new DocumentScreen(rest) };
      if (screened?.session !== session || screened.screen.count !== from) return false;
      screened.screen.look(samples);
      return true;
    },
    screened: ({ session, keep, from, to }) => {
      if (screened?.session !== session) return undefined;
      const { screen } = screened;
      return {
        rest: from === 0 ? screen.rest(keep) : undefined,
        samples: screen.samples(keep, from, to),
        rows: to >= screen.count ? screen.rows() : undefined,
      };
    },
    endScreen: (session) => {
      if (screened?.session === session) screened = undefined;
      return null;
    },
    setTarget: async ({ text, target }) => (await handOn()).withTarget(text, target),
    exportConfig: async ({ text, dialect }) => (await handOn()).exportConfig(text, dialect),
    readConfiguration: async ({ text, choices }) => (await handOn()).readConfiguration(text, choices),
    addableComponents: () =>
      COMPONENTS.map(({ name, alias, summary }) => ({
        name,
        alias,
        summary: firstSentence(summary),
        code: componentTemplate(name) ?? "",
      })),
    toDialect: ({ text, dialect }) => {
      const { file, syntaxErrors } = open(text);
      if (syntaxErrors.length > 0)
        return { ok: false, reason: "The configuration does not parse, so its names were not changed." };
      const done = editDialect(file, dialect);
      return done.ok ? { ok: true, text: applyEdits(text, done.edits), kept: done.kept, hints: done.hints } : done;
    },
    addableStages: () =>
      STAGES.map((spec) => {
        const { name, summary, words, category, deprecated } = spec;
        return { name, summary, words, category, deprecated, code: stageTemplate(spec) };
      }),
    format: (text) => {
      const formatted = formatDocument(open(text));
      if (!formatted.ok) return { kind: "not parsed" };
      if (formatted.warnings.some(changesMeaning)) return { kind: "changes meaning" };
      return { kind: "formatted", text: formatted.text };
    },
  };
  serveRequests(scope, handlers, withParts);
}
