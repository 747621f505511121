/** A button that opens an example, with one of its lines before and after. */
import { ArrowRight, Boxes, FileText, type LucideIcon, Server, ShieldCheck } from "lucide-react";
import { useApp } from "../../core/page/app-context.ts";
import { VisibleText } from "../../ui/value-text.tsx";
import * as css from "./example-card.module.css";
import type { Example, ShownOutcome } from "./examples.ts";
import { loadExampleSamples, openExample } from "./open-example.ts";

/** One of the start page. */
const ICONS: Readonly<Record<string, LucideIcon>> = { nginx: Server, cri: Boxes, secrets: ShieldCheck };

interface CardProps {
  readonly example: Example;
  /** Load only its samples. */
  readonly samplesOnly?: boolean;
  onChoose?(): void;
}

export function ExampleCard({ example, samplesOnly = false, onChoose }: CardProps) {
  const app = useApp();
  const { id, name, about, shown } = example;
  const Icon = ICONS[id] ?? FileText;
  return (
    <button
      type="button"
      className={css.example}
      data-part="example"
      onClick={() => {
        onChoose?.();
        void (samplesOnly ? loadExampleSamples(app, example) : openExample(app, example));
      }}
    >
      <Icon aria-hidden="true" size={16} />
      <span className={css.text}>
        <span className={css.name}>
          <span className="name">{name}</span> <span className="muted">{about}</span>
        </span>
        <span className="mono cut">
          <span className="faint">in</span>
          <VisibleText text={shown.line} />
        </span>
        <span className={`${css.outcome} mono`}>
          <span className="faint">out</span> <Outcome out={shown.out} />
        </span>
      </span>
      <ArrowRight aria-hidden="true" size={14} />
    </button>
  );
}

function Outcome({ out }: { out: ShownOutcome }) {
  switch (out.kind) {
    case "dropped":
      return (
        <>
          <span className="tone-dropped">dropped</span>
          <span className="muted">
            &nbsp;by stage {out.stage}, {out.why}
          </span>
        </>
      );
    case "labels":
      return (
        <>
          <ins className="cut">{out.labels}</ins>
          <span className="muted">&nbsp;labels</span>
        </>
      );
    case "series":
      return (
        <>
          <ins className="cut">
            {out.series} {out.value}
          </ins>
          <span className="muted">&nbsp;after all lines</span>
        </>
      );
    case "line":
      return (
        <>
          <ins className="cut">
            <VisibleText text={out.line} />
          </ins>
          {out.about !== undefined && <span className="muted">&nbsp;{out.about}</span>}
        </>
      );
  }
}
