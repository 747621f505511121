/** All tests, with what they compare and the entry that they were created from. */
import {
  Check,
  CircleX,
  Copy,
  Download,
  Ellipsis,
  FileCode,
  FolderOpen,
  Play,
  Plus,
  TriangleAlert,
} from "lucide-react";
import { useMemo } from "react";
import { copyText } from "../../core/edit/export-file.ts";
import { useApp, useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import { counted } from "../../core/text/counted.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { Menu } from "../../ui/menu.tsx";
import * as paneCss from "../../ui/pane.module.css";
import { hasModifier, ListRow, RowList } from "../../ui/row-list.tsx";
import * as rowsCss from "../../ui/rows.module.css";
import { IconButton } from "../../ui/tip.tsx";
import { VisibleText } from "../../ui/value-text.tsx";
import { runTests } from "./follow-tests.ts";
import { chooseTests, downloadTests, showTests, takeOutcome, testFileName } from "./test-commands.ts";
import * as css from "./tests.module.css";
import { filterTests, findSample, passedInWords, type TestRow } from "./tests.ts";
import type { TestFilter } from "./tests-view-store.ts";

/** Pixels; the style sheet uses the same height. */
const ROW_HEIGHT = 28;
const COMMAND = "npx sluice test";
const NO_ROWS: readonly TestRow[] = [];

export function TestList({ row }: { row: TestRow | undefined }) {
  const app = useApp();
  const report = useAppState("tests", (state) => state.report);
  const filter = useAppState("testsView", (state) => state.filter);
  const samples = useAppState("document", (state) => state.samples);
  const sampleOf = useMemo(() => findSample(samples), [samples]);
  const all = report?.rows ?? NO_ROWS;
  const rows = useMemo(() => filterTests(all, filter), [all, filter]);
  const failed = all.length - (report?.passed ?? 0);
  return (
    <section className={`${paneCss.pane} ${css.list}`} aria-label="All tests">
      <Head />
      {all.length > 0 && (
        <div className={rowsCss.filters}>
          <Chip filter="all" current={filter} name="All" count={all.length} />
          <Chip filter="failed" current={filter} name="Failed" count={failed} />
          <Chip filter="passed" current={filter} name="Passed" count={all.length - failed} />
        </div>
      )}
      {all.length === 0 ? (
        <Empty hasSamples={samples.length > 0} />
      ) : (
        <Rows rows={rows} row={row} sampleOf={sampleOf} />
      )}
      <div className={paneCss.paneFoot}>
        <span className="mono cut">{testFileName(app)}</span>
        <span className="spring" />
        <span className="mono">{COMMAND}</span>
        <IconButton label="Copy the command" Icon={Copy} onClick={() => void copyText(app, COMMAND, "the command")} />
      </div>
    </section>
  );
}

const useHasText = () => useAppState("document", ({ tests }) => tests.trim() !== "");

function Head() {
  const app = useApp();
  const readOnly = useReadOnly();
  const report = useAppState("tests", (state) => state.report);
  const samples = useAppState("document", (state) => state.samples);
  const selected = useAppState("selection", (state) => state.sampleId);
  const hasText = useHasText();
  const place = samples.findIndex(({ id }) => id === selected) + 1;
  return (
    <div className={paneCss.paneHead}>
      <h2>Tests</h2>
      {report !== null && report.rows.length > 0 && <span className="muted small-text">{passedInWords(report)}</span>}
      <span className="spring" />
      <button
        type="button"
        className={buttonClass("quiet", "small")}
        aria-label="Run all"
        title="Run all tests again"
        disabled={!hasText}
        onClick={() => runTests(app)}
      >
        <Play aria-hidden="true" size={12} /> <span className={paneCss.label}>Run all</span>
      </button>
      {!readOnly && (
        <button
          type="button"
          className={buttonClass("quiet", "small")}
          data-first
          disabled={samples.length === 0}
          onClick={() => openDialog(app, { kind: "test", edits: true })}
        >
          <Plus aria-hidden="true" size={12} /> From entry {place === 0 ? "" : place}
        </button>
      )}
      <FileMenu />
    </div>
  );
}

function FileMenu() {
  const app = useApp();
  const readOnly = useReadOnly();
  const all = useAppState("tests", (state) => state.report?.rows ?? NO_ROWS);
  const hasText = useHasText();
  const failing = useMemo(() => all.filter(({ status }) => status === "failed"), [all]);
  return (
    <Menu
      label="Test file"
      className={buttonClass("quiet", "icon", "small")}
      align="end"
      items={[
        {
          label: "Edit as text",
          icon: <FileCode size={14} />,
          disabled: readOnly,
          run: () => showTests(app, { asText: true }),
        },
        { label: "Open a file…", icon: <FolderOpen size={14} />, disabled: readOnly, run: () => chooseTests(app) },
        { label: "Download", icon: <Download size={14} />, disabled: !hasText, run: () => downloadTests(app) },
        {
          label: `Expect the current results of all ${failing.length} failed tests`,
          separator: true,
          disabled: readOnly || failing.length === 0,
          run: () => takeOutcome(app, failing),
        },
      ]}
    >
      <Ellipsis aria-hidden="true" size={14} />
    </Menu>
  );
}

function Empty({ hasSamples }: { hasSamples: boolean }) {
  const app = useApp();
  const readOnly = useReadOnly();
  if (useHasText()) return <p className={`${controlsCss.note} ${css.rows} muted`}>The test file has no tests.</p>;
  return (
    <div className={`${controlsCss.note} ${css.rows} muted`}>
      <p>A test pins an entry's result and fails when a change alters it.</p>
      {!readOnly && (
        <p>
          {hasSamples ? (
            <button
              type="button"
              className={controlsCss.link}
              onClick={() => openDialog(app, { kind: "test", edits: true })}
            >
              Create a test from the selected entry
            </button>
          ) : (
            "Add samples to create tests from them."
          )}
        </p>
      )}
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly TestRow[];
  readonly row: TestRow | undefined;
  readonly sampleOf: ReturnType<typeof findSample>;
}

function Rows({ rows, row, sampleOf }: RowsProps) {
  const app = useApp();
  const at = rows.findIndex(({ index }) => index === row?.index);
  return (
    <RowList
      className={rowsCss.list}
      aria-label="Tests"
      rows={rows}
      height={ROW_HEIGHT}
      keyOf={({ index }) => index}
      at={at}
      onKey={hasModifier}
      onStep={(by) => {
        const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
        if (next !== undefined) showTests(app, { chosen: next.name, asText: false });
      }}
    >
      {(one, place) => (
        <ListRow
          key={one.index}
          {...place}
          className={rowsCss.row}
          selected={one.index === row?.index}
          onClick={() => showTests(app, { chosen: one.name, asText: false })}
        >
          <TestIcon status={one.status} />
          <span className={`${rowsCss.line} ${css.name}`}>
            <VisibleText text={one.name} />
          </span>
          {one.status !== "passed" && <span className="tone-error small-text">{one.status}</span>}
          <span className={`${css.what} faint`}>{one.compares.join(", ")}</span>
          <span className={`${css.entry} faint`}>{entryWords(one, sampleOf)}</span>
        </ListRow>
      )}
    </RowList>
  );
}

function entryWords({ entries, lines }: TestRow, sampleOf: ReturnType<typeof findSample>): string {
  if (entries !== 1) return counted(entries, "entry", "entries");
  const sample = sampleOf(lines[0]);
  return sample === undefined ? "" : `entry ${sample.place}`;
}

const ICONS = {
  passed: { Icon: Check, tone: "faint" },
  failed: { Icon: CircleX, tone: "error" },
  error: { Icon: TriangleAlert, tone: "error" },
} as const;

export function TestIcon({ status }: Pick<TestRow, "status">) {
  const { Icon, tone } = ICONS[status];
  return <Icon role="img" aria-label={status} size={12} className={`${css.icon} tone-${tone}`} />;
}

interface ChipProps {
  readonly filter: TestFilter;
  readonly current: TestFilter;
  readonly name: string;
  readonly count: number;
}

function Chip({ filter, current, name, count }: ChipProps) {
  const app = useApp();
  return (
    <button
      type="button"
      className={controlsCss.chip}
      aria-pressed={filter === current}
      onClick={() => showTests(app, { filter })}
    >
      {name} <b>{count.toLocaleString("en")}</b>
    </button>
  );
}
