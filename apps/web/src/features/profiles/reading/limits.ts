/**
 * Bounds on the work that one profile can ask for. What exceeds one is refused with a sentence that names the limit.
 */
export const PROFILE_LIMITS = {
  /** Bytes of a file as given. */
  fileBytes: 64 * 2 ** 20,
  /** Bytes after decompression. */
  bytes: 128 * 2 ** 20,
  samples: 1_000_000,
  /** Frames of one stack. */
  depth: 10_000,
  /** Frames of all stacks together, as stored. */
  frames: 32_000_000,
  /** Code locations with all functions inlined there, functions, labels: each becomes an object or a text. */
  entries: 2_000_000,
  /** Characters of keys and values of all label sets together, repetitions included. */
  labelCharacters: 128 * 2 ** 20,
  /** Characters of all comments together. The rest is left out. */
  commentCharacters: 10_000,
  /** Nodes of a call tree. */
  nodes: 2_000_000,
  /** Values of one sample. */
  sampleTypes: 32,
  /** Profiles open at the same time. */
  open: 20,
} as const;

/** Why a body cannot be shown: one sentence for the user. */
export class ProfileError extends Error {
  override readonly name = "ProfileError";
}

/** The supported formats. */
export const ACCEPTED =
  "These formats open here: pprof (also gzipped), folded stacks, one stack per line, and multipart bodies with these.";

/** For bytes that are not pprof. */
export const notPprof = (why: string): ProfileError =>
  new ProfileError(`This is not a profile in the pprof format: ${why}. ${ACCEPTED}`);

/** Throws if a file has too many bytes. */
export function checkFileSize(bytes: number): void {
  if (bytes > PROFILE_LIMITS.fileBytes)
    throw new ProfileError(
      `The file is too large to open: it has more than ${PROFILE_LIMITS.fileBytes / 2 ** 20} MiB.`,
    );
}

const LIMIT_NAMES: Partial<Record<keyof typeof PROFILE_LIMITS, string>> = {
  depth: "frames in one stack",
  frames: "frames in all stacks together",
  entries: "functions, code locations and labels",
  labelCharacters: "characters in label sets",
  nodes: "nodes in the call tree",
  sampleTypes: "sample types",
};

/** Throws if `count` is beyond the limit of that name. */
export function checkLimit(name: keyof typeof PROFILE_LIMITS, count: number): void {
  const most = PROFILE_LIMITS[name];
  if (count <= most) return;
  throw new ProfileError(
    `The profile is too large to show: it has more than ${most.toLocaleString("en")} ${LIMIT_NAMES[name] ?? name}.`,
  );
}
