/** The paths through the pipelines that the tests take, and those that they do not. */
import type { Coverage, CoveredStage } from "@sluice/engine";
import { CircleAlert, X } from "lucide-react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { tooltip } from "../../core/page/commands.ts";
import { revealProblem } from "../../core/select/reveal-problem.ts";
import { selectStage } from "../../core/select/select-stage.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as flowCss from "../../ui/flow.module.css";
import * as paneCss from "../../ui/pane.module.css";
import * as readingCss from "../../ui/reading.module.css";
import { IconButton } from "../../ui/tip.tsx";
import * as coverageCss from "./coverage.module.css";
import { coveredWords, missedPaths } from "./coverage.ts";
import { closeTests } from "./test-commands.ts";
import * as testsCss from "./tests.module.css";
import type { TestReport } from "./tests.ts";

export function TestCoverage() {
  const app = useApp();
  const report = useAppState("tests", (state) => state.report);
  return (
    <section className={`${paneCss.pane} ${testsCss.coverage}`} aria-label="Coverage">
      <div className={paneCss.paneHead}>
        <h2>Coverage</h2>
        {hasPaths(report) && <span className="muted small-text cut">paths that tests reach</span>}
        <span className="spring" />
        <IconButton label="Close the tests" tip={tooltip(app, "tests")} Icon={X} onClick={() => closeTests(app)} />
      </div>
      {hasPaths(report) ? (
        <Paths report={report} />
      ) : (
        <p className={`${controlsCss.note} muted`}>
          No coverage yet. Add a test to see which stages and rules it reaches.
        </p>
      )}
    </section>
  );
}

const hasPaths = (report: TestReport | null): report is TestReport => report !== null && report.coverage.paths > 0;

function Paths({ report: { coverage, text } }: { report: TestReport }) {
  const app = useApp();
  const now = useAppState("document", (state) => state.text);
  const pipelines = [...new Set(coverage.stages.map(({ pipeline }) => pipeline))];
  const show = ({ path, span, pipeline }: CoveredStage) => {
    closeTests(app);
    if (pipelines.length > 1) app.stores.selection.setState({ pipelineId: pipeline });
    selectStage(app, path);
    // Offsets of the tested text do not apply to another text.
    if (text === now) revealProblem(app, span);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={testsCss.scroll} aria-label="Paths" tabIndex={0}>
      <Share coverage={coverage} />
      <StageTable coverage={coverage} pipelines={pipelines} onShow={show} />
      <MissedPaths coverage={coverage} onShow={show} />
    </section>
  );
}

function Share({ coverage: { taken, paths } }: { coverage: Coverage }) {
  const share = (100 * taken) / paths;
  return (
    <div className={coverageCss.share}>
      <p className={coverageCss.figure}>
        {taken} of {paths} paths
      </p>
      <span className={flowCss.flow} role="img" aria-label={`${share.toFixed(1)} % of all paths`}>
        <i data-flow="covered" style={{ width: `${share}%` }} />
      </span>
      <p className="muted small-text">A path is a stage, a side of a branch, or a rule of a drop.</p>
    </div>
  );
}

interface StagesProps {
  readonly coverage: Coverage;
  onShow(stage: CoveredStage): void;
}

const StageTable = ({ coverage, pipelines, onShow }: StagesProps & { readonly pipelines: readonly string[] }) => (
  <table className={coverageCss.stages}>
    <thead>
      <tr>
        <td />
        <th scope="col">Stage</th>
        <th scope="col">Tests</th>
      </tr>
    </thead>
    {pipelines.map((pipeline) => (
      <tbody key={pipeline}>
        {pipelines.length > 1 && (
          <tr>
            <th scope="rowgroup" colSpan={3} className="mono muted">
              {pipeline}
            </th>
          </tr>
        )}
        {coverage.stages
          .filter((stage) => stage.pipeline === pipeline)
          .map((stage) => (
            <tr key={stage.path}>
              <td className="faint">{stage.path}</td>
              <th scope="row">
                <button type="button" className={coverageCss.stage} onClick={() => onShow(stage)}>
                  {stage.stage}
                </button>{" "}
                <span className="faint">{coveredWords(stage)}</span>
              </th>
              <td>{stage.tests}</td>
            </tr>
          ))}
      </tbody>
    ))}
  </table>
);

function MissedPaths({ coverage, onShow }: StagesProps) {
  const missed = missedPaths(coverage);
  if (missed.length === 0) return null;
  return (
    <>
      <div className={`${readingCss.sectionHead} ${coverageCss.missedHead}`}>
        <h3>Not reached</h3>
      </div>
      <ul className={coverageCss.missed}>
        {missed.map(({ stage, text }) => (
          <li key={`${stage.pipeline} ${text}`}>
            <CircleAlert aria-hidden="true" size={12} className="tone-missed" />
            <button type="button" onClick={() => onShow(stage)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
