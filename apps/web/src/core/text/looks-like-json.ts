/** Longer ones stay in one line. */
const MAX_LENGTH = 100_000;

/** Whether a line may be JSON that has something to lay out; cheap enough for each line that is shown. */
export const looksLikeJson = (line: string): boolean =>
  line.length <= MAX_LENGTH &&
  /^\s*(?:\{\s*"|\[\s*[^\s\]])/.test(line.slice(0, 200)) &&
  /[}\]]\s*$/.test(line.slice(-200));
