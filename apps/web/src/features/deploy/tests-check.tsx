/** The test results of the draft, among the pre-deploy checks. */

import { useApp, useAppState } from "../../core/page/app-context.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { openTests, testsInWords } from "../tests/index.ts";
import { Check } from "./check.tsx";

export function TestsCheck() {
  const app = useApp();
  const state = useAppState("tests", (state) => state);
  const hasTests = useAppState("document", ({ tests }) => tests.trim() !== "");
  if (!hasTests) return null;
  const { tone, text } = testsInWords(state);
  return (
    <Check kind={tone === "good" ? "good" : "missed"}>
      Tests: {text}{" "}
      {tone !== "good" && (
        <button type="button" className={controlsCss.link} onClick={() => openTests(app)}>
          Show tests
        </button>
      )}
    </Check>
  );
}
