/** One test: what it sends, expects and got, the reasons, and its lines in the file. */
import { Clock, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { useApp, useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { counted } from "../../core/text/counted.ts";
import { parseSentence } from "../../core/text/sentence.ts";
import { markYaml } from "../../core/text/yaml-marks.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as diffCss from "../../ui/diff.module.css";
import { Menu } from "../../ui/menu.tsx";
import * as paneCss from "../../ui/pane.module.css";
import * as readingCss from "../../ui/reading.module.css";
import { LongText, Sentence, VisibleText } from "../../ui/value-text.tsx";
import { ComparedParts } from "./compared-parts.tsx";
import { PartChoice } from "./part-choice.tsx";
import { openTestedEntry, removeTest, showTests, takeOutcome, testFileName } from "./test-commands.ts";
import { TestIcon } from "./test-list.tsx";
import { TestName } from "./test-name.tsx";
import * as css from "./tests.module.css";
import { type FoundSample, findSample, type LastPassed, notCompared, type TestReason, type TestRow } from "./tests.ts";

/** The most lines of a test that are shown from the file. */
const MAX_SOURCE = 200;
/** The most characters of such a line. */
const MAX_LINE = 1000;
/** The most reasons that are shown; those of later stages follow from the first. */
const MAX_REASONS = 4;

export function TestDetail({ row }: { row: TestRow | undefined }) {
  const samples = useAppState("document", (state) => state.samples);
  const sampleOf = useMemo(() => findSample(samples), [samples]);
  const sample = row && sampleOf(row.lines[0]);
  return (
    <section className={`${paneCss.pane} ${css.detail}`} aria-label="Test">
      {row === undefined ? (
        <div className={paneCss.paneHead}>
          <h2>No test</h2>
        </div>
      ) : (
        <>
          <Head row={row} sample={sample} />
          <Result row={row} sample={sample} />
        </>
      )}
    </section>
  );
}

interface PartProps {
  readonly row: TestRow;
  /** The entry of the open document that the test sends. */
  readonly sample: FoundSample | undefined;
}

function Head({ row, sample }: PartProps) {
  const app = useApp();
  const readOnly = useReadOnly();
  const { status } = row;
  return (
    <div className={paneCss.paneHead}>
      <TestName key={row.name} row={row} />
      <span className={`${controlsCss.status} tone-${status === "passed" ? "faint" : "error"}`}>
        <TestIcon status={status} /> {status === "error" ? "not run" : status}
      </span>
      <span className="spring" />
      {sample !== undefined && (
        <button type="button" className={buttonClass("quiet", "small")} onClick={() => openTestedEntry(app, sample.id)}>
          Open entry {sample.place}
        </button>
      )}
      {!readOnly && (
        <Menu
          label="More about this test"
          className={buttonClass("quiet", "icon", "small")}
          align="end"
          items={[
            { label: "Edit as text", icon: <Pencil size={14} />, run: () => showTests(app, { asText: true }) },
            { label: "Remove", icon: <Trash2 size={14} />, run: () => removeTest(app, row) },
          ]}
        >
          <Ellipsis aria-hidden="true" size={14} />
        </Menu>
      )}
    </div>
  );
}

function Result({ row, sample }: PartProps) {
  const readOnly = useReadOnly();
  const { status, problem, reasons, parts } = row;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={css.scroll} aria-label="Result" tabIndex={0}>
      <Sent row={row} />
      {problem !== undefined && (
        <p className={`${css.problem} tone-error`} role="alert">
          <VisibleText text={`${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`} />
        </p>
      )}
      {parts.length > 0 && (
        <>
          <div className={readingCss.sectionHead}>
            <h3>Expected and got</h3>
            <span>only the chosen parts are compared</span>
          </div>
          <ComparedParts parts={parts} left={notCompared(row)} />
        </>
      )}
      {status !== "passed" && <Reasons reasons={reasons} sampleId={sample?.id} />}
      <Actions row={row} />
      {status === "passed" && !readOnly && <PartChoice row={row} />}
      <Source row={row} />
    </section>
  );
}

/** What to do about a test that did not pass, and when it last passed. */
function Actions({ row }: { row: TestRow }) {
  const app = useApp();
  const readOnly = useReadOnly();
  const lastPassed = useAppState("tests", (state) => state.lastPassed.get(row.name));
  const { status } = row;
  if (status === "passed" && lastPassed === undefined) return null;
  return (
    <div className={css.actions}>
      {status === "failed" && !readOnly && (
        <button type="button" className={buttonClass()} onClick={() => takeOutcome(app, [row])}>
          Expect the current result
        </button>
      )}
      {!readOnly && (
        <button type="button" className={buttonClass("quiet")} onClick={() => showTests(app, { asText: true })}>
          Edit test
        </button>
      )}
      {lastPassed !== undefined && <LastPassedAt lastPassed={lastPassed} />}
    </div>
  );
}

function Sent({ row: { lines, entries } }: { row: TestRow }) {
  return (
    <div className={css.sent}>
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
        <pre key={i} className={readingCss.logBox}>
          {line === "" ? <span className="faint">(empty line)</span> : <LongText text={line} limit={1200} />}
        </pre>
      ))}
      {entries > lines.length && (
        <p className={`${controlsCss.note} muted`}>
          and {counted(entries - lines.length, "more entry", "more entries")}
        </p>
      )}
    </div>
  );
}

/** The reasons why stages did nothing, or dropped an entry, each once. */
function Reasons({ reasons, sampleId }: { reasons: readonly TestReason[]; sampleId: number | undefined }) {
  const app = useApp();
  const told = new Set<string>();
  const once = reasons.filter(({ path, text }) => {
    const key = `${path} ${text}`;
    return !told.has(key) && told.add(key);
  });
  const show = (path: string) => {
    app.stores.selection.setState({ stagePath: path });
    openTestedEntry(app, sampleId!);
  };
  return once.slice(0, MAX_REASONS).map(({ path, stage, text }, i) => (
    <p key={`${path} ${text}`} className={css.why}>
      Stage {path} <b>{stage}</b>: <Sentence parts={parseSentence(text)} />
      {i === 0 && sampleId !== undefined && (
        <>
          {" "}
          <button type="button" className={controlsCss.link} onClick={() => show(path)}>
            Show where
          </button>
        </>
      )}
    </p>
  ));
}

function LastPassedAt({ lastPassed: { at, before } }: { lastPassed: LastPassed }) {
  const time = new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return (
    <span className={`${css.last} muted`}>
      <Clock aria-hidden="true" size={14} /> Last passed at {time}
      {before !== null && `, before “${before}”`}
    </span>
  );
}

function Source({ row: { from, to } }: { row: TestRow }) {
  const app = useApp();
  const text = useAppState("tests", (state) => state.report?.tests ?? "");
  const lines = useMemo(
    () =>
      markYaml(
        text
          .split("\n")
          .slice(from - 1, Math.min(to, from + MAX_SOURCE - 1))
          .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line)),
      ),
    [text, from, to],
  );
  const more = to - from + 1 - lines.length;
  return (
    <>
      <div className={`${readingCss.sectionHead} ${css.sourceHead}`}>
        <h3>In the file</h3>
        <span className="mono">
          {testFileName(app)}:{from}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={`${css.source} mono`} aria-label="In the file" tabIndex={0}>
        {lines.map((parts, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <div key={i} className={css.sourceLine}>
            <span className={diffCss.number}>{from + i}</span>
            <span>
              {parts.map(({ kind, text }, j) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
                <span key={j} data-yaml={kind}>
                  {text}
                </span>
              ))}
            </span>
          </div>
        ))}
        {more > 0 && <p className={`${controlsCss.note} muted`}>{counted(more, "more line")}</p>}
      </section>
    </>
  );
}
