/** The report of an import from another program: the file's lines, with a remark for each that changed meaning. */
import { CircleX, Info, TriangleAlert } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { counted } from "../../domain/counted.ts";
import { hasPipeline } from "../../domain/document.ts";
import type { ImportRemark } from "../../domain/import-report.ts";
import { closeImport, takeImport } from "../../workspace/commands/import-file.ts";
import { useApp, useAppState } from "../app-context.ts";
import { sayRemarks } from "../import-band.tsx";
import { ModalHead } from "../modal.tsx";

const KINDS = {
  error: { Icon: CircleX, tone: "error", word: "error" },
  warning: { Icon: TriangleAlert, tone: "missed", word: "warning" },
  info: { Icon: Info, tone: "muted", word: "note" },
} as const;

/** Lines of a file that are drawn; a configuration is shorter. */
const MAX_LINES = 5000;

export function ImportDialog() {
  const app = useApp();
  const importing = useAppState("view", (state) => state.importing);
  const imported = useAppState("view", (state) => state.imported);
  const replaceable = useAppState("document", hasPipeline);
  const name = useAppState("document", (state) => state.name);
  const report = importing ?? imported;
  const [current, setCurrent] = useState<number | null>(null);
  const source = useRef<HTMLElement>(null);
  const worst = useMemo(() => worstByLine(report?.remarks ?? []), [report]);
  if (report === null) return null;
  const lines = report.source.split(/\r?\n/);
  const show = (line: number) => {
    setCurrent(line);
    source.current?.querySelector(`[data-line="${line}"]`)?.scrollIntoView({ block: "center" });
  };
  return (
    <>
      <ModalHead title={`Import of ${report.name}`} onClose={() => closeImport(app)} />
      <p className="import-about">
        A Promtail configuration as one for Alloy: {sayRemarks(report.remarks)}.
        {importing !== null && ` The result has ${counted(importing.text.trimEnd().split("\n").length, "line")}.`}
      </p>
      <div className="import-body">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it */}
        <section ref={source} className="import-source mono" aria-label="The file" tabIndex={0}>
          {lines.slice(0, MAX_LINES).map((line, i) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their number
              key={i}
              data-line={i + 1}
              className={worst.has(i + 1) ? `import-line import-${worst.get(i + 1)}` : "import-line"}
              data-current={current === i + 1}
            >
              <span className="import-number" aria-hidden="true">
                {i + 1}
              </span>
              {line}
            </div>
          ))}
          {lines.length > MAX_LINES && <p className="muted">{counted(lines.length - MAX_LINES, "more line")}</p>}
        </section>
        <ul className="import-remarks" aria-label="Remarks">
          {report.remarks.length === 0 && <li className="note muted">Everything was carried over.</li>}
          {report.remarks.map((remark, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice of a line
            <li key={i}>
              <Remark remark={remark} current={remark.line === current} onShow={show} />
            </li>
          ))}
        </ul>
      </div>
      <div className="form-actions">
        {importing === null ? (
          <button type="button" className="button primary" data-first onClick={() => closeImport(app)}>
            Close
          </button>
        ) : (
          <>
            <button type="button" className="button" onClick={() => closeImport(app)}>
              Cancel
            </button>
            {replaceable && (
              <button type="button" className="button" onClick={() => takeImport(app, "open")}>
                Replace the pipeline of “{name}”, keep its samples
              </button>
            )}
            <button type="button" className="button primary" data-first onClick={() => takeImport(app)}>
              Import
            </button>
          </>
        )}
      </div>
    </>
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
  if (line === undefined) return <div className="import-remark">{said}</div>;
  return (
    <button
      type="button"
      className="import-remark"
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
