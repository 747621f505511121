/** The file system as the store needs it: the platform's, or one in tests that loses what was not synced, fails or is full. */
export interface JournalFile {
  /** Reads from `position` on, and gives how many bytes; fewer than `into` holds at the end of the file alone. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Writes all of them one after the other; when it rejects, a part may be written. */
  write(pieces: readonly Uint8Array[], position: number): Promise<void>;
  /** Resolves once what was written is on disk. */
  sync(): Promise<void>;
  truncate(size: number): Promise<void>;
  size(): Promise<number>;
  close(): Promise<void>;
}

export interface JournalFiles {
  /** Makes a directory that only its owner may enter, and those above it; none if it is there. */
  makeDirectory(path: string): Promise<void>;
  /** Names of the files in a directory. */
  list(path: string): Promise<string[]>;
  /** `create` fails if the file is there, the others if it is not. */
  open(path: string, mode: "create" | "write" | "read"): Promise<JournalFile>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Resolves once the names in the directory are on disk. */
  syncDirectory(path: string): Promise<void>;
  /** Makes the directory this process's own. Throws `JournalLocked` if it is another one's. */
  lock(path: string): Promise<DirectoryLock>;
}

export interface DirectoryLock {
  /** Why the directory is no longer this process's, once that is so. */
  readonly lost: string | undefined;
  release(): Promise<void>;
}
