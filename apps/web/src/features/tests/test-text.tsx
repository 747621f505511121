/** The whole test file as text, with its mistakes. */
import { TriangleAlert } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { kindOfInput } from "../../core/text/edit-kind.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as linedTextCss from "../../ui/lined-text.module.css";
import { goToLine, LinedText } from "../../ui/lined-text.tsx";
import * as paneCss from "../../ui/pane.module.css";
import { setTests, showTests, testFileName } from "./test-commands.ts";
import * as css from "./tests.module.css";
import type { TestRow } from "./tests.ts";

const EXAMPLE = `tests:
  - name: an error is a label
    entry: { line: level=error msg=no }
    expect: { labels: { level: error } }`;

/** `at`: the initial position of the cursor. */
export function TestText({ at }: { at: TestRow | undefined }) {
  const app = useApp();
  const text = useAppState("document", (state) => state.tests);
  const mistakes = useAppState("tests", (state) =>
    state.status === "mistakes" && state.mistakes?.of === "tests" ? state.mistakes.problems : undefined,
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const about = useId();
  const first = useRef(mistakes?.[0]?.line ?? at?.from ?? 1);
  // Only once, when it is first shown.
  useEffect(() => goToLine(field.current, first.current, false), []);
  const [error] = mistakes ?? [];
  return (
    <section className={paneCss.pane} aria-label="Test file">
      <div className={paneCss.paneHead}>
        <h2 className="cut mono">{testFileName(app)}</h2>
        <span className="spring" />
        <button type="button" className={buttonClass("small")} onClick={() => showTests(app, { asText: false })}>
          Done
        </button>
      </div>
      <LinedText
        field={field}
        errorLine={error?.line}
        aria-label="Test file"
        aria-describedby={about}
        placeholder={EXAMPLE}
        value={text}
        onChange={({ target, nativeEvent }) =>
          setTests(app, target.value, kindOfInput((nativeEvent as InputEvent).inputType))
        }
      />
      <div id={about} className={linedTextCss.linedAbout}>
        {mistakes === undefined ? (
          <span>
            YAML, described in <span className="mono">docs/tests.md</span>.
          </span>
        ) : (
          <ul className={`${css.mistakes} tone-error`} aria-label="Mistakes">
            {mistakes.slice(0, 5).map(({ line, message }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may stand twice
              <li key={i}>
                <TriangleAlert aria-hidden="true" size={13} />{" "}
                <button type="button" className={controlsCss.link} onClick={() => goToLine(field.current, line)}>
                  Line {line}
                </button>
                : {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
