/** In the strip at the bottom: the number of passed tests. It opens and closes the tests. */
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from "lucide-react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import * as stripCss from "../../ui/strip.module.css";
import { closeTests, openTests } from "./test-commands.ts";
import { testsInWords } from "./tests.ts";

const KINDS = {
  good: CircleCheck,
  error: CircleX,
  missed: TriangleAlert,
  faint: CircleDashed,
} as const;

export function TestsStrip() {
  const app = useApp();
  const state = useAppState("tests", (state) => state);
  const open = useAppState("view", ({ shows }) => shows === "tests");
  const { tone, text } = testsInWords(state);
  const Icon = KINDS[tone];
  return (
    <button
      type="button"
      className={stripCss.stripButton}
      aria-expanded={open}
      onClick={() => (open ? closeTests(app) : openTests(app))}
    >
      <Icon aria-hidden="true" size={12} className={`tone-${tone}`} /> Tests {text}
    </button>
  );
}
