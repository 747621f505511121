/** What is wrong with a path, for people. */
import { messageOf } from "@sluice/languages/base";
import { codeOf } from "../platform/system-error.ts";

/** Something that a person should know; `serious` is what will not mend itself. */
export interface Problem {
  readonly message: string;
  readonly serious: boolean;
}

/** Why the file system refuses. */
export function explainRefusal(error: unknown): string {
  const code = codeOf(error);
  if (code === "EACCES" || code === "EPERM") return "this user has no permission to read it";
  if (code === "EMFILE" || code === "ENFILE") return "too many files are open";
  if (code === "ELOOP") return "its symbolic links form a loop";
  return messageOf(error);
}
