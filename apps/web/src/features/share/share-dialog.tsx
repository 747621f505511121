/** Shares the open document as a link or a bundle: the included parts, the size, and the private values. */
import type { PrivateKind } from "@sluice/engine";
import { Copy, Download } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { closeDialog, dialogOf } from "../../core/page/dialogs.ts";
import { counted, grouped } from "../../core/text/counted.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as dialogCss from "../../ui/dialog.module.css";
import { ModalHead } from "../../ui/modal.tsx";
import { TabList } from "../../ui/tab-list.tsx";
import { PrivateTable } from "./private-table.tsx";
import type { ScreenProgress } from "./screening.ts";
import { SentText } from "./sent-text.tsx";
import * as css from "./share.module.css";
import {
  ALL_PARTS,
  copyLink,
  downloadBundle,
  type Prepared,
  prepareShared,
  type SharedParts,
  screeningOf,
} from "./share.ts";
import { MAX_LINK } from "./shared-name.ts";

const TABS = [
  { id: "link", label: "Link" },
  { id: "bundle", label: "Bundle" },
] as const;
type Tab = (typeof TABS)[number]["id"];

/** Samples that take long enough for its progress to be read. */
const WORTH_SAYING = 2000;

const kilobytes = (bytes: number): string => `${(bytes / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} kB`;

interface Preparing {
  /** The last link and bundle; null: none yet, undefined: the last search failed. */
  readonly prepared: Prepared | null | undefined;
  /** How far the next ones are; null: they are there. */
  readonly progress: ScreenProgress | null;
}

const NOT_BEGUN: ScreenProgress = { step: "search", done: 0, total: 0 };

function usePrepared(parts: SharedParts, keep: readonly PrivateKind[]): Preparing {
  const app = useApp();
  const { samples, tests } = parts;
  const screening = useMemo(() => screeningOf(app, { samples, tests }), [app, samples, tests]);
  useEffect(() => () => screening.end(), [screening]);
  const [preparing, setPreparing] = useState<Preparing>({ prepared: null, progress: NOT_BEGUN });
  useEffect(() => {
    const stop = new AbortController();
    const onProgress = (progress: ScreenProgress) => {
      if (!stop.signal.aborted) setPreparing(({ prepared }) => ({ prepared, progress }));
    };
    onProgress(NOT_BEGUN);
    void prepareShared(app, screening, parts, keep, stop.signal, onProgress).then((prepared) => {
      if (!stop.signal.aborted) setPreparing({ prepared, progress: null });
    });
    return () => stop.abort();
  }, [app, screening, parts, keep]);
  return preparing;
}

export function ShareDialog() {
  const app = useApp();
  const [tab, setTab] = useState<Tab>(() => dialogOf(app, "share")?.as ?? "link");
  const [parts, setParts] = useState(ALL_PARTS);
  const [keep, setKeep] = useState<readonly PrivateKind[]>([]);
  const [shown, setShown] = useState(false);
  const { prepared, progress } = usePrepared(parts, keep);
  /** Null while the next one is prepared: what is there has other parts. */
  const ready = progress === null && prepared ? prepared : null;
  return (
    <>
      <ModalHead title="Share" onClose={() => closeDialog(app)} />
      <div className={css.handOnTabs}>
        <TabList label="As" panel="share-panel" tabs={TABS} current={tab} onChoose={setTab} />
      </div>
      <div className={css.handOnScroll} id="share-panel" role="tabpanel" aria-labelledby={`share-panel-${tab}`}>
        <div className={css.what} aria-busy={progress !== null}>
          {prepared === undefined && (
            <p className="tone-error" role="alert">
              The document could not be checked for private values. Close this, and try again.
            </p>
          )}
          {tab === "link" ? (
            <Link prepared={prepared} ready={ready} onBundle={() => setTab("bundle")} />
          ) : (
            <Bundle ready={ready} />
          )}
          {progress !== null && progress.total > WORTH_SAYING && <Progress of={progress} />}
          <Parts parts={parts} onChange={setParts}>
            {prepared && (
              <span className={`${css.size} muted`}>
                {tab === "link" ? sizeOfLink(prepared.link.length) : kilobytes(prepared.bundle.size)}
              </span>
            )}
          </Parts>
        </div>
        {prepared && <PrivateTable rows={prepared.rows} keep={keep} onChange={setKeep} />}
        {shown && prepared && <SentText content={prepared.content} />}
      </div>
      <div className={`${dialogCss.formActions} ${css.foot}`}>
        <span className="muted">Only values that look private are found. Review what is sent before you share it.</span>
        <button type="button" className={buttonClass("quiet")} aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? "Hide what is sent" : "Show what is sent"}
        </button>
      </div>
    </>
  );
}

const sizeOfLink = (length: number): string =>
  length > MAX_LINK ? kilobytes(length) : `${kilobytes(length)}, short enough for chats and mail`;

const STEPS = { search: "Searched for private values:", replace: "Replaced private values:" } as const;

/** Each sample is searched, and then written. */
function Progress({ of: { step, done, total } }: { of: ScreenProgress }) {
  const app = useApp();
  return (
    <div className={css.progress}>
      <progress
        aria-label="Search for private values"
        max={2 * total}
        value={step === "search" ? done : total + done}
      />
      <span className="muted">
        {STEPS[step]} {grouped(done)} of {counted(total, "sample")}
      </span>
      <span className="spring" />
      <button type="button" className={buttonClass("small")} onClick={() => closeDialog(app)}>
        Cancel
      </button>
    </div>
  );
}

interface LinkProps {
  readonly prepared: Prepared | null | undefined;
  readonly ready: Prepared | null;
  readonly onBundle: () => void;
}

function Link({ prepared, ready, onBundle }: LinkProps) {
  const app = useApp();
  const tooLong = prepared != null && prepared.link.length > MAX_LINK;
  return (
    <>
      <p className="muted">
        The link itself contains everything. The part after <code>#</code> is not sent to any server.
      </p>
      {tooLong ? (
        <div className={css.long} role="status">
          <p>
            This link would have {kilobytes(prepared.link.length)}. Chats and mail programs cut links at about{" "}
            {kilobytes(MAX_LINK)}: share the bundle, which is a file, or fewer samples.
          </p>
          <button type="button" className={buttonClass()} onClick={onBundle}>
            Share the bundle
          </button>
        </div>
      ) : (
        <div className={css.link}>
          <input
            className={`${controlsCss.field} mono`}
            aria-label="Link"
            readOnly
            value={prepared?.link ?? ""}
            onFocus={(event) => event.target.select()}
          />
          <button
            type="button"
            className={buttonClass("primary")}
            data-first
            disabled={!ready}
            onClick={() => ready && void copyLink(app, ready)}
          >
            <Copy aria-hidden="true" size={14} /> Copy link
          </button>
        </div>
      )}
    </>
  );
}

function Bundle({ ready }: { ready: Prepared | null }) {
  const app = useApp();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className={css.bundle}>
      <p className="muted">One file with everything. Drop it on this page, or import it, to open it again.</p>
      <button
        ref={button}
        type="button"
        className={buttonClass("primary")}
        disabled={!ready}
        onClick={() => ready && downloadBundle(app, ready)}
      >
        <Download aria-hidden="true" size={14} /> Download bundle
      </button>
    </div>
  );
}

interface PartsProps {
  readonly parts: SharedParts;
  readonly children: React.ReactNode;
  onChange(parts: SharedParts): void;
}

function Parts({ parts, children, onChange }: PartsProps) {
  const samples = useAppState("document", (state) => state.samples.length);
  const hasTests = useAppState("document", (state) => state.tests.trim() !== "");
  const toggle = (part: keyof SharedParts, label: string, there: boolean) =>
    there && (
      <label className={css.part}>
        <input
          type="checkbox"
          checked={parts[part]}
          onChange={(event) => onChange({ ...parts, [part]: event.target.checked })}
        />{" "}
        {label}
      </label>
    );
  return (
    <fieldset className={css.parts} aria-label="Included parts">
      <label className={css.part}>
        <input type="checkbox" checked disabled /> Pipeline
      </label>
      {toggle("samples", counted(samples, "sample"), samples > 0)}
      {toggle("tests", "Tests", hasTests)}
      {toggle("place", "Selection and clock", true)}
      <span className="spring" />
      {children}
    </fieldset>
  );
}
