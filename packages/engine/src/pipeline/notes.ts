/** The two ways of a stage's notes: to the log when live, to the current step while tracing. */
import type { About, LogLevel, Note, Notes, Reason, StageLog } from "./stage.ts";

/** Notes of a live stage: those of a level that the log takes, without what only a trace shows. */
export function logNotes(log: StageLog): Notes {
  const at = (level: LogLevel): Notes["debug"] =>
    log.enabled(level) ? ({ message, fields }) => log.write(level, message, fields) : undefined;
  return { trace: undefined, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** Takes the two halves of a note. */
export interface NoteTarget {
  because(reason: Reason, about: About["about"]): void;
  log(level: LogLevel, message: string, fields: Note["fields"], about: About["about"]): void;
}

/** Notes of a traced stage: every one of them, at whatever level. */
export function traceNotes(target: NoteTarget): Notes {
  const at = (level: LogLevel) => {
    return ({ message, fields, about, ...reason }: Note) => {
      target.log(level, message, fields, about);
      target.because(reason, about);
    };
  };
  return {
    trace: ({ about, ...reason }) => target.because(reason, about),
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
}
