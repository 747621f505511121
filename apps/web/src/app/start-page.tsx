/**
 * What an empty document shows in place of the panes: where its first lines come from. A test compares what it shows of
 * an example with the engine's results.
 */
import { ArrowRight, FileInput, Plus, Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useApp, useAppState, useReadOnly } from "../core/page/app-context.ts";
import { showPanes } from "../core/page/areas.ts";
import { keysOf } from "../core/page/commands.ts";
import { openDialog } from "../core/page/dialogs.ts";
import { formatKeys } from "../core/page/key-chord.ts";
import { beginEmpty } from "../core/page/settings.ts";
import { ExampleCard } from "../features/examples/example-card.tsx";
import { EXAMPLES, SHOWN_AT_START } from "../features/examples/examples.ts";
import { chooseConfig } from "../features/import/import-file.ts";
import { addSamples, TYPED } from "../features/samples/add-samples.ts";
import { pasteText } from "../features/samples/paste-samples.ts";
import { startTour } from "../features/tour/start-tour.ts";
import { buttonClass } from "../ui/button-class.ts";
import * as controlsCss from "../ui/controls.module.css";
import * as css from "./start.module.css";
import { chooseSamples } from "./take-files.ts";

export function StartPage() {
  const app = useApp();
  const name = useAppState("document", (state) => state.name);
  const atStart = useAppState("view", (state) => state.atStart);
  const readOnly = useReadOnly();
  return (
    <main className={css.start}>
      <div className={css.page} data-part="start">
        <div>
          <p className={css.about}>Design, test and run log pipelines for Grafana Alloy and Loki.</p>
          <h2 className={css.title}>{readOnly ? "Look at an example" : "Start with your log lines"}</h2>
          <p className="muted">
            {readOnly
              ? "See what each stage of a pipeline does to log lines."
              : "Paste a few, and see what each stage of a pipeline does to them. Nothing leaves this browser."}
          </p>
        </div>
        {!readOnly && <Lines />}
        <section aria-labelledby="start-examples">
          <div className={css.examples}>
            <h3 id="start-examples" className="name">
              {readOnly ? "Examples" : "Or open an example"}
            </h3>
            <span className="muted">each has samples and passing tests</span>
            <span className="spring" />
            <button type="button" className={controlsCss.link} onClick={() => openDialog(app, { kind: "examples" })}>
              All {EXAMPLES.length} examples
            </button>
          </div>
          <ul>
            {EXAMPLES.slice(0, SHOWN_AT_START).map((example) => (
              <li key={example.id}>
                <ExampleCard example={example} />
              </li>
            ))}
          </ul>
        </section>
        <p className={`${css.foot} muted`}>
          <kbd>{keysOf(app, "palette")}</kbd> every command <kbd>{keysOf(app, "help")}</kbd> keys
          <span className="spring" />
          <button type="button" className={controlsCss.link} onClick={() => void startTour(app)}>
            Take the three-step tour
          </button>
          {atStart && (
            <button type="button" className={buttonClass("quiet")} onClick={() => showPanes(app)}>
              <ArrowRight aria-hidden="true" size={14} /> Return to “{name}”
            </button>
          )}
          {!readOnly && !atStart && (
            <button type="button" className={buttonClass("quiet")} onClick={() => beginEmpty(app)}>
              <Plus aria-hidden="true" size={14} /> Start with an empty pipeline
            </button>
          )}
        </p>
      </div>
    </main>
  );
}

/** Adds pasted lines at once, and typed ones on request. */
function Lines() {
  const app = useApp();
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const take = () => text.trim() !== "" && addSamples(app, text, TYPED);
  return (
    <div className={css.lines}>
      <textarea
        ref={field}
        className="mono"
        aria-label="Log lines"
        placeholder="Paste log lines here, or drop a file"
        spellCheck={false}
        autoComplete="off"
        data-own-text={text !== ""}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData("text/plain");
          if (text !== "" || pasted.trim() === "") return;
          event.preventDefault();
          pasteText(app, pasted);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) take();
        }}
      />
      <div className={css.buttons}>
        {text.trim() !== "" && (
          <button type="button" className={buttonClass("primary", "small")} onClick={take}>
            Use these lines <kbd>{formatKeys("Mod+Enter", app.platform.mac)}</kbd>
          </button>
        )}
        <button type="button" className={buttonClass("small")} onClick={() => void chooseSamples(app)}>
          <Upload aria-hidden="true" size={12} /> Choose a file
        </button>
        <button type="button" className={buttonClass("small")} onClick={() => void chooseConfig(app)}>
          <FileInput aria-hidden="true" size={12} /> Import a configuration
        </button>
        <span className="spring" />
        <span className={`${css.formats} faint`}>
          plain, JSON, logfmt, Docker, CRI, syslog, access logs, Loki push JSON
        </span>
      </div>
    </div>
  );
}
