/** Where the pattern of the selected entry stands among all, and on request what varies in it and what it is here. */
import type { Pattern, PatternPart } from "@sluice/engine";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { patternOf } from "../../core/model/sample-patterns.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { clearPatternFilter, showOnlyPattern } from "../../core/select/pattern-list.ts";
import { counted } from "../../core/text/counted.ts";
import { formatShare } from "../../core/text/units.ts";
import { isGone } from "../../core/workers/gone.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { PatternMenu } from "../../ui/patterns/pattern-menu.tsx";
import { PatternText, VisibleText } from "../../ui/value-text.tsx";
import * as css from "./pattern-strip.module.css";

export default function PatternStrip() {
  const app = useApp();
  const sampleId = useAppState("selection", (state) => state.sampleId);
  const known = useAppState("patterns", (state) => state.known);
  const isOnly = useAppState("patterns", ({ filters }) =>
    filters.some(({ number, shown }) => shown && number === known?.numbers.get(sampleId ?? -1)),
  );
  const [open, setOpen] = useState(false);
  const details = useId();
  const pattern = patternOf(known, sampleId);
  if (known === null || pattern === undefined || sampleId === null) return null;
  const { patterns } = known.report;
  const all = known.samples.length;
  const Chevron = open ? ChevronDown : ChevronRight;
  const place = `Pattern ${(patterns.indexOf(pattern) + 1).toLocaleString("en")} of ${patterns.length.toLocaleString("en")}`;
  const size = `${counted(pattern.lines, "entry", "entries")}, ${formatShare(pattern.lines, all)}`;
  return (
    <section className={css.strip} aria-label="Pattern of this entry">
      <div className={css.head}>
        <button
          type="button"
          className={css.fold}
          aria-expanded={open}
          aria-controls={details}
          title={`${place}, ${size}\n${pattern.template.slice(0, 1000)}`}
          onClick={() => setOpen(!open)}
        >
          <Chevron aria-hidden="true" size={14} />
          <span className={css.place}>
            {place}
            <span className="muted">, {size}</span>
          </span>
          <span className="cut mono">
            <PatternText pattern={pattern} />
          </span>
        </button>
        <button
          type="button"
          className={controlsCss.link}
          onClick={() => (isOnly ? clearPatternFilter(app, pattern.number) : showOnlyPattern(app, pattern.number))}
        >
          {isOnly ? "Show all" : "Show only these"}
        </button>
        <PatternMenu number={pattern.number} label="Actions on this pattern" isPattern />
      </div>
      <div id={details} hidden={!open}>
        {open && <Parts pattern={pattern} session={known.session} sampleId={sampleId} />}
      </div>
    </section>
  );
}

interface PartsProps {
  readonly pattern: Pattern;
  readonly session: number;
  readonly sampleId: number;
}

function Parts({ pattern, session, sampleId }: PartsProps) {
  const values = useValues(session, pattern.number, sampleId);
  if (pattern.parts.length === 0) return <p className={css.note}>Nothing varies in this pattern.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it
    <section className={css.scroll} aria-label="Parts of the pattern" tabIndex={0}>
      {values === "none" && <p className={css.note}>This line continues an entry of the pattern.</p>}
      <table className={css.parts}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Here</th>
            <th scope="col">Kind</th>
            <th scope="col">Values</th>
          </tr>
        </thead>
        <tbody>
          {pattern.parts.map((part, i) => (
            <tr key={part.name}>
              <th scope="row" className="mono cut" title={part.name}>
                {part.name}
              </th>
              <td className="mono cut">{Array.isArray(values) && <VisibleText text={values[i] ?? ""} />}</td>
              <td className="muted">{part.kind}</td>
              <td className="muted cut">{describeValues(part)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** `512`, `more than 1,000`, `90, from 0 to 89`. */
function describeValues({ distinct, range }: PatternPart): string {
  const many = `${distinct.exact ? "" : "more than "}${distinct.count.toLocaleString("en")}`;
  return range === undefined || range.min === range.max
    ? many
    : `${many}, from ${range.min.toLocaleString("en")} to ${range.max.toLocaleString("en")}`;
}

/** The parts of the entry; undefined until they are known. */
function useValues(session: number, number: number, sampleId: number): readonly string[] | "none" | undefined {
  const app = useApp();
  const [found, setFound] = useState<{ readonly key: string; readonly values: readonly string[] | "none" }>();
  const key = `${session} ${number} ${sampleId}`;
  useEffect(() => {
    const line = app.stores.document.getState().samples.find(({ id }) => id === sampleId)?.line;
    if (line === undefined) return;
    let stopped = false;
    void app.preview.patternValues({ session, lines: [{ line, number }] }).then((answer) => {
      if (stopped) return;
      if (isGone(answer)) app.stores.patterns.setState({ lost: session });
      else setFound({ key, values: typeof answer[0] === "object" ? answer[0] : "none" });
    });
    return () => {
      stopped = true;
    };
  }, [app, session, number, sampleId, key]);
  // Those of the entry before stay until the new ones are there.
  return found?.values;
}
