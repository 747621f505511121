/** Where no stage would gain anything: what was looked for, and other ways on. */
import type { Proposal } from "@sluice/engine";
import { TextCursorInput } from "lucide-react";
import { useApp } from "../../../core/page/app-context.ts";
import { runCommand, tooltip } from "../../../core/page/commands.ts";
import { counted } from "../../../core/text/counted.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import * as css from "./proposal.module.css";
import { Exposed } from "./proposal-facts.tsx";

export function NothingFound({ proposal }: { proposal: Proposal }) {
  const app = useApp();
  return (
    <section className={css.card} aria-label="Proposed pipeline">
      <p role="status">
        No stages to propose for {counted(proposal.figures.looked, "line")}: {why(proposal)}. Looked for CRI, Docker,
        syslog and journald around the lines, stack traces, colour codes, JSON, logfmt, columns, times, levels, secrets,
        and patterns that several lines share.
      </p>
      <Exposed proposal={proposal} />
      <p className="muted">
        More lines may show more. Or select a text in a line to make it a label, a time, a redaction or a drop.
      </p>
      <div className={css.buttons}>
        <button
          type="button"
          className={buttonClass()}
          title={tooltip(app, "value.line")}
          onClick={() => runCommand(app, "value.line")}
        >
          <TextCursorInput aria-hidden="true" size={14} /> Select in the line
        </button>
      </div>
    </section>
  );
}

const why = ({ title }: Proposal): string =>
  title === "" ? "they are free text" : `they look like ${title}, and nothing would use what is read from them`;
