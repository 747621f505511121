/** The commands that an editor runs by name: lenses and code actions name them. */
import { ErrorCodes, ResponseError } from "vscode-languageserver";
import type { PreviewPages } from "../preview-page.ts";
import type { Session } from "../session.ts";
import { PREVIEW_COMMAND, runPreviewCommand } from "./preview-command.ts";
import { PROPOSE_COMMAND, runProposeCommand } from "./propose-command.ts";

export const COMMANDS = [PREVIEW_COMMAND, PROPOSE_COMMAND];

export function serveCommands(session: Session, pages: PreviewPages): void {
  session.connection.onExecuteCommand(({ command, arguments: given = [] }) => {
    if (command === PREVIEW_COMMAND) return runPreviewCommand(session, pages, given);
    if (command === PROPOSE_COMMAND) return runProposeCommand(session, given);
    throw new ResponseError(ErrorCodes.InvalidParams, `expected one of ${COMMANDS.join(", ")}, got ${command}`);
  });
}
