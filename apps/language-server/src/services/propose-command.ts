/** The command that puts stages into a pipeline which are proposed for the samples that the document names. */
import {
  formatRfc3339,
  type Nanos,
  nanosOf,
  openDocument,
  type ProposalAsOf,
  pipelineAt,
  proposalWithoutSecrets,
  proposeAsOf,
  putStages,
} from "@sluice/engine";
import {
  type CodeAction,
  CodeActionKind,
  type Command,
  ErrorCodes,
  LSPErrorCodes,
  MessageType,
  ResponseError,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { CONTENT_MODIFIED } from "../lifecycle.ts";
import { readSampleFile } from "../sample-file.ts";
import type { Session } from "../session.ts";
import { toWholeEdit } from "../to-lsp.ts";
import { NamedFileError, pathOfUri, resolveNamed } from "../workspace-files.ts";

/** Takes the document's URI and the id of a pipeline in it. */
export const PROPOSE_COMMAND = "sluice.propose";
export const PROPOSE_KIND = `${CodeActionKind.RefactorRewrite}.sluice.propose`;
const PROPOSE_TITLE = "Propose stages from samples";

/** Offered in a pipeline of a document that names samples. What it does is worked out when it is chosen. */
export function proposeAction(session: Session, document: TextDocument, offset: number): CodeAction | undefined {
  const opened = session.known.opened(document);
  const at = opened.samplesFile === undefined ? undefined : pipelineAt(opened, offset);
  if (at === undefined) return undefined;
  const title = at.isEmpty ? PROPOSE_TITLE : `${PROPOSE_TITLE}, after the stages that are there`;
  const command: Command = { title, command: PROPOSE_COMMAND, arguments: [document.uri, at.id] };
  return { title, kind: PROPOSE_KIND, command };
}

export async function runProposeCommand(session: Session, given: readonly unknown[]): Promise<boolean> {
  const [uri, pipeline] = given;
  const document = typeof uri === "string" ? session.about(uri, undefined, (found) => found) : undefined;
  if (document === undefined || typeof pipeline !== "string")
    throw new ResponseError(
      ErrorCodes.InvalidParams,
      `${PROPOSE_COMMAND} takes the URI of an open document and the id of a pipeline`,
    );
  const { version } = document;
  const { lines, modified } = await linesFor(session, document);
  if (session.documents.get(document.uri)?.version !== version)
    throw new ResponseError(CONTENT_MODIFIED, "the document was changed meanwhile");
  const made = proposeAsOf(lines, { start: nanosOf(Date.now()) }, modified);
  const { proposal } = made;
  if (proposal.text === "") {
    session.show(
      MessageType.Warning,
      "No stages to propose: the samples have no format, time, level or pattern that several share.",
    );
    return false;
  }
  const put = putStages({ document: openDocument(proposal.text) }, session.known.opened(document), pipeline, "append");
  if (!put.ok) throw new ResponseError(LSPErrorCodes.RequestFailed, put.reason);
  const edits = toWholeEdit(document, put.text);
  const { applied } = await session.connection.workspace.applyEdit({
    label: PROPOSE_TITLE,
    edit: session.abilities.versionedEdits
      ? { documentChanges: [{ textDocument: { uri: document.uri, version }, edits }] }
      : { changes: { [document.uri]: edits } },
  });
  session.show(
    applied ? MessageType.Info : MessageType.Warning,
    applied ? describe(made, lines) : "The editor did not apply the proposed stages.",
  );
  return applied;
}

interface NamedLines {
  readonly lines: readonly string[];
  /** When the file was changed last. */
  readonly modified: Nanos;
}

/** The lines of the samples that a document names. */
async function linesFor(session: Session, document: TextDocument): Promise<NamedLines> {
  const { samplesFile } = session.known.opened(document);
  const path = pathOfUri(document.uri);
  if (samplesFile === undefined || path === undefined)
    throw new ResponseError(
      LSPErrorCodes.RequestFailed,
      "the document names no samples: a comment `// sluice:samples FILE` does",
    );
  const { file } = samplesFile;
  try {
    const { samples, stamp } = await readSampleFile(await resolveNamed(file, path, session.folders), file);
    return { lines: samples.entries.map(({ line }) => line), modified: nanosOf(stamp.mtimeMs) };
  } catch (error) {
    if (error instanceof NamedFileError) throw new ResponseError(LSPErrorCodes.RequestFailed, error.message);
    throw error;
  }
}

function describe({ proposal, asOf }: ProposalAsOf, lines: readonly string[]): string {
  const { title, stages, figures, questions } = proposalWithoutSecrets(proposal, lines).shown;
  const { parsed, unparsed, timed } = figures;
  const taken = stages.filter((stage) => stage.taken).length;
  const [all, read, dated] = [parsed + unparsed, parsed, timed].map((count) => count.toLocaleString("en"));
  const open = questions.map(({ text, answers, answer }) => {
    const others = answers.filter(({ id }) => id !== answer).map((one) => one.text);
    return ` ${text} It is read as ${answers.find(({ id }) => id === answer)?.text}, not as ${others.join(" or ")}.`;
  });
  const year = asOf === undefined ? "" : ` The lines have no year: they are read as of ${formatRfc3339(asOf)}.`;
  return `Added ${taken} ${taken === 1 ? "stage" : "stages"} for ${title}: ${read} of ${all} entries are parsed, ${dated} have their time.${year}${open.join("")}`;
}
