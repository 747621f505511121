import { describe, expect, it } from "vitest";
import { Progress } from "./preview-progress.ts";

interface Terminals {
  readonly stderr?: boolean;
  readonly stdout?: boolean;
}

/** What is written for a file of `size` bytes, half of it read, when `show` is called at these milliseconds. */
function shown(times: readonly number[], { stderr = true, stdout = false }: Terminals = {}, size?: number): string[] {
  const written: string[] = [];
  let now = 1000;
  const progress = new Progress({ size: size ?? 2_000_000, bytesRead: () => 1_000_000 }, true, {
    stderr: { isTTY: stderr, write: (text) => written.push(text) },
    stdout: { isTTY: stdout },
    now: () => now,
  });
  for (const time of times) {
    now = 1000 + time;
    progress.show(500);
  }
  progress.clear();
  return written;
}

const CLEAR = "\r\u001b[2K";
const HALF = `${CLEAR}${"█".repeat(15)}${"░".repeat(15)} 50 % 1.0 MB, 500 entries`;

describe("the progress bar", () => {
  it("shows how far the input is, and goes away", () => expect(shown([400])).toEqual([HALF, CLEAR]));
  it("does not show for short runs", () => expect(shown([0, 100, 299])).toEqual([]));
  it("is drawn at most ten times a second", () => expect(shown([300, 350, 399, 401])).toEqual([HALF, HALF, CLEAR]));
  it("is for terminals only", () => expect(shown([400], { stderr: false })).toEqual([]));
  it("keeps away from results on the terminal", () => expect(shown([400], { stdout: true })).toEqual([]));
  it("counts where the size is not known", () =>
    expect(shown([400], {}, 0)).toEqual([`${CLEAR}1.0 MB, 500 entries`, CLEAR]));
});
