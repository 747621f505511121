/**
 * Bounds on the work that one profile can ask for. What exceeds one is refused with a sentence that names the limit.
 */
export const PROFILE_LIMITS = {
  /** Of a file as it is given. */
  fileBytes: 64 * 2 ** 20,
  /** After decompression. */
  bytes: 128 * 2 ** 20,
  samples: 1_000_000,
  /** Frames of one stack. */
  depth: 10_000,
  /** Frames of all stacks together, as they are stored. */
  frames: 32_000_000,
  /** Places in code with all functions inlined there, functions, labels: what becomes an object or a text each. */
  entries: 2_000_000,
  /** Keys and values of all label sets together, each as often as it stands there. */
  labelCharacters: 128 * 2 ** 20,
  /** Of all comments together. What is beyond is left out. */
  commentCharacters: 10_000,
  /** Nodes of a call tree. */
  nodes: 2_000_000,
  /** Values of one sample. */
  sampleTypes: 32,
  /** Profiles that are open together. */
  open: 20,
} as const;

/** Why a body cannot be shown: one sentence for whoever opened it. */
export class ProfileError extends Error {
  override readonly name = "ProfileError";
}

/** What can be opened instead. */
export const ACCEPTED =
  "Profiles in the pprof format open here (also compressed by gzip), folded stacks, stacks one a line, and multipart bodies with these.";

/** Of bytes that are not what pprof writes. */
export const notPprof = (why: string): ProfileError =>
  new ProfileError(`This is not a profile in the pprof format: ${why}. ${ACCEPTED}`);

/** Throws where a file has more bytes than are opened. */
export function checkFileSize(bytes: number): void {
  if (bytes > PROFILE_LIMITS.fileBytes)
    throw new ProfileError(
      `The file is too large to open: it has more than ${PROFILE_LIMITS.fileBytes / 2 ** 20} MiB.`,
    );
}

const LIMIT_NAMES: Partial<Record<keyof typeof PROFILE_LIMITS, string>> = {
  depth: "frames in one stack",
  frames: "frames in all stacks together",
  entries: "functions, places in code and labels",
  labelCharacters: "characters in label sets",
  nodes: "nodes in the call tree",
  sampleTypes: "sample types",
};

/** Throws where `count` is beyond the limit of that name. */
export function checkLimit(name: keyof typeof PROFILE_LIMITS, count: number): void {
  const most = PROFILE_LIMITS[name];
  if (count <= most) return;
  throw new ProfileError(
    `The profile is too large to show: it has more than ${most.toLocaleString("en")} ${LIMIT_NAMES[name] ?? name}.`,
  );
}
