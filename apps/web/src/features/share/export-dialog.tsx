/** Exports the configuration for Alloy, with Sluice's names, or in a bundle, and shows its compatibility with Alloy. */
import type { Dialect, ExportedConfig, ExportNote } from "@sluice/engine";
import { CircleCheck, CircleX, Copy, Download, Share2, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { isStagesOnly, lacksIn } from "../../core/edit/completion.ts";
import { copyText, download, fileName } from "../../core/edit/export-file.ts";
import { useApp, useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { counted } from "../../core/text/counted.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { CompleteOffer } from "../../ui/complete/complete-form.tsx";
import * as controlsCss from "../../ui/controls.module.css";
import * as dialogCss from "../../ui/dialog.module.css";
import { ModalHead } from "../../ui/modal.tsx";
import { TabList } from "../../ui/tab-list.tsx";
import * as exportCss from "./export.module.css";
import { shareDocument } from "./hand-on.ts";
import * as shareCss from "./share.module.css";
import { showInConfiguration } from "./share.ts";
import { TargetChoice } from "./target-choice.tsx";

const TABS = [
  { id: "loki", label: "Grafana Alloy" },
  { id: "logs", label: "Sluice" },
  { id: "bundle", label: "Bundle with samples and tests" },
] as const;
type Tab = (typeof TABS)[number]["id"];

/** The most characters of the text that are drawn. */
const MAX_SHOWN = 100_000;

export function ExportDialog() {
  const app = useApp();
  const [tab, setTab] = useState<Tab>("loki");
  return (
    <>
      <ModalHead title="Export" onClose={() => closeDialog(app)} />
      <div className={shareCss.handOnTabs}>
        <TabList label="As" panel="export-panel" tabs={TABS} current={tab} onChoose={setTab} />
      </div>
      <div className={exportCss.panel} id="export-panel" role="tabpanel" aria-labelledby={`export-panel-${tab}`}>
        {tab === "bundle" ? <Bundle /> : <Exported key={tab} dialect={tab} />}
      </div>
    </>
  );
}

/** Like everything that goes to others, a bundle shows private values first. */
function Bundle() {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples.length);
  const hasTests = useAppState("document", (state) => state.tests.trim() !== "");
  return (
    <>
      <p className={exportCss.bundle}>
        One file with the configuration, {counted(samples, "sample")}
        {hasTests && ", the tests"} and the clock. Drop it on this page to open it again. Values that look private are
        shown before it is created.
      </p>
      <div className={dialogCss.formActions}>
        <button
          type="button"
          className={buttonClass("primary")}
          data-first
          onClick={() => shareDocument(app, "bundle")}
        >
          <Share2 aria-hidden="true" size={14} /> Create a bundle…
        </button>
      </div>
    </>
  );
}

function Exported({ dialect }: { dialect: Dialect }) {
  const app = useApp();
  const { text, name, lineEnd } = useAppState("document", (state) => state);
  useAppState("analysis", ({ current }) => current);
  const readOnly = useReadOnly();
  const [exported, setExported] = useState<ExportedConfig | null | undefined>(null);
  useEffect(() => {
    let stopped = false;
    void app.language.exportConfig(text, dialect).then((made) => {
      if (!stopped) setExported(made);
    });
    return () => {
      stopped = true;
    };
  }, [app, text, dialect]);
  if (exported === null) return <div className={exportCss.body} aria-busy="true" />;
  if (exported?.ok !== true)
    return (
      <p className={`${exportCss.bundle} tone-error`} role="alert">
        {exported?.reason ?? "The configuration could not be exported. Close this, and try again."}
      </p>
    );
  const lines = exported.text.split("\n");
  return (
    <>
      {(exported.unsent.length > 0 || isStagesOnly(app)) && (
        <div className={exportCss.complete}>
          {/* The text that is shown follows the document. */}
          <CompleteOffer lacks={lacksIn(app)} onDone={() => {}} />
        </div>
      )}
      <div className={exportCss.body}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it */}
        <section className={`${exportCss.text} mono`} aria-label="The configuration" tabIndex={0}>
          <pre className={exportCss.numbers} aria-hidden="true">
            {lines.map((_, i) => i + 1).join("\n")}
          </pre>
          <pre>
            {exported.text.slice(0, MAX_SHOWN)}
            {exported.text.length > MAX_SHOWN && "\n…"}
          </pre>
        </section>
        <section className={exportCss.notes} aria-label={dialect === "loki" ? "Alloy compatibility" : "Contents"}>
          {dialect === "loki" && !readOnly && (
            <div className={exportCss.target}>
              <span>Target</span> <TargetChoice />
            </div>
          )}
          <h3>{dialect === "loki" ? "Alloy compatibility" : "Contents"}</h3>
          <ul>
            {exported.unsent.map(({ what, why, span }) => (
              <Note key={span.start} note={{ kind: "unsent", what, why: `It ${why}.`, span }} />
            ))}
            <Summary exported={exported} dialect={dialect} />
            {exported.notes.map((note, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said of two places
              <Note key={i} note={note} />
            ))}
          </ul>
          <p className={`${exportCss.back} muted`}>{sayBack(exported.notes)}</p>
        </section>
      </div>
      <div className={dialogCss.formActions}>
        <span className={`${exportCss.file} mono muted`}>
          {fileName(name)}, {counted(lines.length - (exported.text.endsWith("\n") ? 1 : 0), "line")}
          {lineEnd === "\r\n" && ", CR LF"}
        </span>
        <button
          type="button"
          className={buttonClass()}
          onClick={() => void copyText(app, exported.text, "the configuration")}
        >
          <Copy aria-hidden="true" size={14} /> Copy
        </button>
        <button
          type="button"
          className={buttonClass("primary")}
          data-first
          onClick={() => {
            closeDialog(app);
            download(app, exported.text);
          }}
        >
          <Download aria-hidden="true" size={14} /> Download
        </button>
      </div>
    </>
  );
}

function sayBack(notes: readonly ExportNote[]): string {
  const left = notes.filter(({ kind }) => kind === "left-out").length;
  if (left === 0) return "Round-trips without loss.";
  return `Importing this again loses the ${left === 1 ? "part that is" : `${left} parts that are`} left out.`;
}

function Summary({ exported, dialect }: { exported: ExportedConfig & { ok: true }; dialect: Dialect }) {
  const { exported: there, all } = exported.components;
  const how = there === all ? `All ${counted(all, "component")}` : `${there} of ${counted(all, "component")}`;
  return (
    <li className={exportCss.note}>
      <CircleCheck aria-hidden="true" size={14} className="tone-good" />
      <div>
        <div className="name">{all === 1 ? "The component" : how}, with all stages</div>
        <div className="muted">with {dialect === "loki" ? "Alloy's" : "Sluice's"} names</div>
      </div>
    </li>
  );
}

const KINDS = {
  "left-out": { Icon: TriangleAlert, tone: "missed", word: "left out" },
  differs: { Icon: TriangleAlert, tone: "missed", word: "differs" },
  refused: { Icon: CircleX, tone: "error", word: "refused" },
  doubtful: { Icon: TriangleAlert, tone: "missed", word: "probably not meant" },
  unsent: { Icon: TriangleAlert, tone: "missed", word: "sends nothing" },
} as const;

type Noted = Omit<ExportNote, "kind"> & { readonly kind: keyof typeof KINDS };

function Note({ note: { kind, what, why, span } }: { note: Noted }) {
  const app = useApp();
  const { Icon, tone, word } = KINDS[kind];
  return (
    <li className={exportCss.note}>
      <Icon role="img" aria-label={word} size={14} className={`tone-${tone}`} />
      <div>
        {span === undefined ? (
          <div className="name">{what}</div>
        ) : (
          <button
            type="button"
            className={`${controlsCss.link} name`}
            onClick={() => showInConfiguration(app, span.start)}
          >
            {what}
          </button>
        )}
        <div className="muted">{why}</div>
      </div>
    </li>
  );
}
