/** An import and its target; for another program's file, its lines with a remark for each that changed meaning. */
import { CircleX, Info, TriangleAlert } from "lucide-react";
import { type RefObject, useMemo, useRef, useState } from "react";
import { hasPipeline } from "../../core/model/document.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { useDialog } from "../../core/page/use-dialog.ts";
import { counted } from "../../core/text/counted.ts";
import type { ImportRemark, ImportReport, OfferedImport } from "../../core/workers/import-report.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Choice } from "../../ui/choice.tsx";
import * as controlsCss from "../../ui/controls.module.css";
import * as dialogCss from "../../ui/dialog.module.css";
import { ModalHead } from "../../ui/modal.tsx";
import { sayRemarks } from "./import-band.tsx";
import * as css from "./import-dialog.module.css";
import { chooseForImport, takeImport } from "./import-file.ts";

/** Whether Promtail expands variables, by the words of the choice. */
const RUNS = { "not known": undefined, yes: true, no: false } as const;
type Runs = keyof typeof RUNS;
const RUNS_WORDS = Object.keys(RUNS) as Runs[];

const KINDS = {
  error: { Icon: CircleX, tone: "error", word: "error" },
  warning: { Icon: TriangleAlert, tone: "missed", word: "warning" },
  info: { Icon: Info, tone: "muted", word: "note" },
} as const;

/** The most lines of a file that are drawn; configurations are shorter. */
const MAX_LINES = 5000;

export function ImportDialog() {
  const app = useApp();
  const importing = useDialog("import")?.offered ?? null;
  const imported = useAppState("imported", (state) => state.report);
  const report = importing ?? imported;
  const [current, setCurrent] = useState<number | null>(null);
  const source = useRef<HTMLElement>(null);
  if (report === null) return null;
  const show = (line: number) => {
    setCurrent(line);
    source.current?.querySelector(`[data-line="${line}"]`)?.scrollIntoView({ block: "center" });
  };
  const isOfAlloy = importing?.of === "Alloy";
  return (
    <>
      <ModalHead title={`Import: ${report.name}`} onClose={() => closeDialog(app)} />
      <p className={css.about}>
        {isOfAlloy
          ? "A configuration for Alloy."
          : `A Promtail configuration, converted for Alloy: ${sayRemarks(report.remarks)}.`}
        {importing !== null &&
          ` ${isOfAlloy ? "It" : "The result"} has ${counted(importing.text.trimEnd().split("\n").length, "line")}.`}
      </p>
      {importing?.dependsOnEnvironment && <RunsChoice importing={importing} />}
      {importing?.hasPlainMetrics && <NamesChoice importing={importing} />}
      <div className={css.body} data-alone={isOfAlloy}>
        <Source of={report} place={source} current={current} />
        {!isOfAlloy && (
          <ul className={css.remarks} aria-label="Remarks">
            {report.remarks.length === 0 && (
              <li className={`${controlsCss.note} muted`}>Everything was carried over.</li>
            )}
            {report.remarks.map((remark, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice of a line
              <li key={i}>
                <Remark remark={remark} current={remark.line === current} onShow={show} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={dialogCss.formActions}>
        {importing === null ? (
          <button type="button" className={buttonClass("primary")} data-first onClick={() => closeDialog(app)}>
            Close
          </button>
        ) : (
          <TargetButtons />
        )}
      </div>
    </>
  );
}

function RunsChoice({ importing }: { importing: OfferedImport }) {
  const app = useApp();
  return (
    <div className={css.runs}>
      <span>
        Does Promtail run with <code>-config.expand-env=true</code>?
      </span>
      <Choice
        label="Does Promtail run with -config.expand-env=true?"
        value={RUNS_WORDS.find((words) => RUNS[words] === importing.expandEnv)!}
        options={RUNS_WORDS}
        onChange={(words) => void chooseForImport(app, { expandEnv: RUNS[words as Runs] })}
      />
    </div>
  );
}

function NamesChoice({ importing }: { importing: OfferedImport }) {
  const app = useApp();
  return (
    <label className={css.runs}>
      <input
        type="checkbox"
        checked={importing.keepMetricNames}
        onChange={(event) => void chooseForImport(app, { keepMetricNames: event.target.checked })}
      />
      <span>
        Keep Promtail's names of metrics (<code>promtail_custom_…</code>)
      </span>
    </label>
  );
}

/** The target: a separate document, or the open one, whose pipeline is replaced. */
function TargetButtons() {
  const app = useApp();
  const replaceable = useAppState("document", hasPipeline);
  const name = useAppState("document", (state) => state.name);
  return (
    <>
      <button type="button" className={buttonClass()} onClick={() => closeDialog(app)}>
        Cancel
      </button>
      {replaceable && (
        <button type="button" className={buttonClass()} onClick={() => takeImport(app, "open")}>
          Replace the pipeline of “{name}”, keep its samples
        </button>
      )}
      <button type="button" className={buttonClass("primary")} data-first onClick={() => takeImport(app)}>
        {replaceable ? "Import as a new pipeline" : "Import"}
      </button>
    </>
  );
}

interface SourceProps {
  readonly of: ImportReport;
  readonly place: RefObject<HTMLElement | null>;
  readonly current: number | null;
}

/** The file; lines with a remark are marked. */
function Source({ of: { source, remarks }, place, current }: SourceProps) {
  const worst = useMemo(() => worstByLine(remarks), [remarks]);
  const lines = source.split(/\r?\n/);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it
    <section ref={place} className={`${css.source} mono`} aria-label="The file" tabIndex={0}>
      {lines.slice(0, MAX_LINES).map((line, i) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their number
          key={i}
          data-line={i + 1}
          className={css.line}
          data-severity={worst.get(i + 1)}
          data-current={current === i + 1}
        >
          <span className={css.number} aria-hidden="true">
            {i + 1}
          </span>
          {line}
        </div>
      ))}
      {lines.length > MAX_LINES && <p className="muted">{counted(lines.length - MAX_LINES, "more line")}</p>}
    </section>
  );
}

interface RemarkProps {
  readonly remark: ImportRemark;
  readonly current: boolean;
  onShow(line: number): void;
}

function Remark({ remark: { severity, message, line }, current, onShow }: RemarkProps) {
  const { Icon, tone, word } = KINDS[severity];
  const said = (
    <>
      <Icon role="img" aria-label={word} size={14} className={`tone-${tone}`} />
      <span>
        {line !== undefined && <span className="muted">line {line}: </span>}
        {message}
      </span>
    </>
  );
  if (line === undefined) return <div className={css.remark}>{said}</div>;
  return (
    <button
      type="button"
      className={css.remark}
      aria-current={current ? "true" : undefined}
      onClick={() => onShow(line)}
    >
      {said}
    </button>
  );
}

const ORDER = ["error", "warning", "info"] as const;

function worstByLine(remarks: readonly ImportRemark[]): ReadonlyMap<number, ImportRemark["severity"]> {
  const worst = new Map<number, ImportRemark["severity"]>();
  for (const { line, severity } of remarks) {
    const before = line === undefined ? undefined : worst.get(line);
    if (line !== undefined && (before === undefined || ORDER.indexOf(severity) < ORDER.indexOf(before)))
      worst.set(line, severity);
  }
  return worst;
}
