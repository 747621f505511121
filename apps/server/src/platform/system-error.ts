/** What went wrong with a file, without Node's prefix. */
import { messageOf } from "@sluice/languages/base";

/** The code of a system error (`ENOENT`); undefined where another thing was thrown. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export function describeSystemError(error: unknown): string {
  const known: Readonly<Record<string, string>> = {
    ENOENT: "no such file",
    EISDIR: "it is a directory",
    EACCES: "permission denied",
    EPERM: "permission denied",
    EROFS: "the file system is read-only",
    ENOSPC: "no space left on the device",
    ENOTDIR: "a part of the path is not a directory",
    ELOOP: "its symbolic links form a loop",
    ERR_FS_FILE_TOO_LARGE: "it is too large",
  };
  return known[codeOf(error) ?? ""] ?? messageOf(error);
}
