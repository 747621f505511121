/** The configurations that a server runs and ran, as it tells them (`GET /api/versions`). */

/** What had a configuration loaded. */
export type LoadedVia = "start" | "signal" | "reload" | "deploy" | "rollback";

export interface ConfigVersion {
  /** From 1. */
  readonly number: number;
  /** When. RFC 3339. */
  readonly at: string;
  readonly via: LoadedVia;
  /** Address of the client that asked for it. */
  readonly from?: string | undefined;
  /** As who the client said it is. */
  readonly user?: string | undefined;
  readonly note?: string | undefined;
  /** The version that ran before. */
  readonly base?: number | undefined;
  readonly result: "loaded" | "refused";
  /** Why it was refused. One line, without secrets. */
  readonly message?: string | undefined;
  /** Of its text, as 64 hexadecimal digits. */
  readonly sha256: string;
}

export interface ConfigVersionList {
  /** The one that runs. */
  readonly current?: number | undefined;
  /** Why versions are not kept. */
  readonly problem?: string | undefined;
  /** Why something else runs than what was asked for last. */
  readonly fallback?: string | undefined;
  /** The newest first. */
  readonly versions: readonly ConfigVersion[];
}
