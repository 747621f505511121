/** The whole file of tests as text, with what is wrong with it. */
import { TriangleAlert } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { kindOfInput } from "../../domain/edit-kind.ts";
import type { TestRow } from "../../domain/tests.ts";
import { setTests, showTests, testFileName } from "../../workspace/commands/tests.ts";
import { useApp, useAppState } from "../app-context.ts";

/** Pixels; the style sheet has the same. */
const LINE_HEIGHT = 20;
const PADDING = 8;
const EXAMPLE = `tests:
  - name: an error is a label
    entry: { line: level=error msg=no }
    expect: { labels: { level: error } }`;

/** `at`: where the cursor is put at first. */
export function TestText({ at }: { at: TestRow | undefined }) {
  const app = useApp();
  const text = useAppState("document", (state) => state.tests);
  const mistakes = useAppState("tests", (state) =>
    state.status === "mistakes" && state.mistakes?.of === "tests" ? state.mistakes.problems : undefined,
  );
  const [scroll, setScroll] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const about = useId();
  const goTo = (line: number, select = true) => {
    const element = field.current;
    if (element === null) return;
    const lines = element.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    element.focus();
    element.setSelectionRange(start, start + (select ? (lines[line - 1]?.length ?? 0) : 0));
    element.scrollTop = Math.max(0, (line - 4) * LINE_HEIGHT);
  };
  const first = useRef(mistakes?.[0]?.line ?? at?.from ?? 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => goTo(first.current, false), []);
  const [error] = mistakes ?? [];
  return (
    <section className="pane tests-text" aria-label="The file of tests">
      <div className="pane-head">
        <h2 className="cut mono">{testFileName(app)}</h2>
        <span className="spring" />
        <button type="button" className="button small" onClick={() => showTests(app, { asText: false })}>
          Done
        </button>
      </div>
      <div className="sample-text-host">
        {error !== undefined && (
          <div
            className="error-line"
            aria-hidden="true"
            style={{ transform: `translateY(${PADDING + (error.line - 1) * LINE_HEIGHT - scroll}px)` }}
          />
        )}
        <textarea
          ref={field}
          className="sample-text mono"
          aria-label="The file of tests"
          aria-invalid={error !== undefined}
          aria-describedby={about}
          placeholder={EXAMPLE}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          value={text}
          onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
          onChange={({ target, nativeEvent }) =>
            setTests(app, target.value, kindOfInput((nativeEvent as InputEvent).inputType))
          }
        />
      </div>
      <div id={about} className="sample-text-about">
        {mistakes === undefined ? (
          <span>
            YAML; <span className="mono">docs/tests.md</span> says what may stand in it.
          </span>
        ) : (
          <ul className="tests-mistakes tone-error" aria-label="Mistakes">
            {mistakes.slice(0, 5).map(({ line, message }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may stand twice
              <li key={i}>
                <TriangleAlert aria-hidden="true" size={13} />{" "}
                <button type="button" className="link" onClick={() => goTo(line)}>
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
