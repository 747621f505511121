/** The virtual clock: its time, and, while the input is kept open, the ways to advance it. */
import { Clock, Dices, FastForward, Hourglass, RotateCcw, SkipForward } from "lucide-react";
import { describeSteps } from "../../core/model/clock-steps.ts";
import { formatClock, timeUntil } from "../../core/model/sample-time.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { tooltip } from "../../core/page/commands.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as css from "./clock.module.css";
import { resetClock, setHoldEnd, stepClock } from "./clock.ts";

export function ClockControls() {
  const app = useApp();
  const holdEnd = useAppState("document", (state) => state.holdEnd);
  const start = useAppState("document", (state) => state.clock);
  const seed = useAppState("document", (state) => state.seed);
  const clock = useAppState("preview", (state) => state.result?.clock);
  const [date, time] = start.replace(/Z$/, "").split("T");
  return (
    <fieldset className={css.clock} aria-label="Clock">
      <button
        type="button"
        className={buttonClass("quiet", "small")}
        aria-pressed={holdEnd}
        title="Leave the input open after the last entry: held entries stay held until the clock is stepped"
        onClick={() => setHoldEnd(app, !holdEnd)}
      >
        <Hourglass aria-hidden="true" size={12} />{" "}
        <span>
          Keep<span className={css.what}> incomplete entries</span> open
        </span>
      </button>
      {holdEnd && <Stepper />}
      <button
        type="button"
        className={css.value}
        title="Set the start of the clock and the seed"
        aria-haspopup="dialog"
        onClick={() => openDialog(app, { kind: "clock", edits: true })}
      >
        <span>
          <Clock aria-hidden="true" size={12} /> Clock{" "}
          <strong>
            <span className={css.date}>{date} </span>
            {time}
            {clock !== undefined && clock.now !== clock.start && <> to {formatClock(clock.now, clock.start)}</>}
          </strong>
        </span>
        <span className={css.seed}>
          <Dices aria-hidden="true" size={12} /> Seed <strong>{seed}</strong>
        </span>
      </button>
    </fieldset>
  );
}

function Stepper() {
  const app = useApp();
  const steps = useAppState("document", (state) => state.steps);
  const clock = useAppState("preview", (state) => state.result?.clock);
  const context = useDerived("runContext");
  const ended = clock?.ended ?? false;
  const next = ended ? undefined : clock?.next;
  const wait = next === undefined || clock === undefined ? undefined : timeUntil(clock.now, next.at);
  return (
    <>
      <span className={css.next} role="status" aria-label="Next deadline" data-waits={next !== undefined}>
        {clock === undefined
          ? ""
          : ended
            ? "the input has ended"
            : next === undefined
              ? "nothing is waiting"
              : `next: ${next.path === undefined ? "a deadline" : `${context.stageName(next.path) ?? "a stage"} releases`} in ${wait ?? "0s"}`}
      </span>
      <button
        type="button"
        className={buttonClass("quiet", "small")}
        disabled={next === undefined}
        title={
          next === undefined
            ? "Nothing is waiting for a deadline"
            : tooltip(app, "clock.deadline", `Step to ${formatClock(next.at, clock?.start)}`)
        }
        onClick={() => stepClock(app, { kind: "deadline" })}
      >
        <SkipForward aria-hidden="true" size={12} /> Next deadline
      </button>
      <button
        type="button"
        className={buttonClass("quiet", "small")}
        disabled={ended}
        title="Let one second pass"
        onClick={() => stepClock(app, { kind: "advance", by: "1s" })}
      >
        +1s
      </button>
      <button
        type="button"
        className={buttonClass("quiet", "small")}
        disabled={ended}
        title="End the input: everything held is released"
        onClick={() => stepClock(app, { kind: "end" })}
      >
        <FastForward aria-hidden="true" size={12} /> Run to the end
      </button>
      <button
        type="button"
        className={buttonClass("quiet", "icon", "small")}
        disabled={steps.length === 0}
        aria-label="Reset the clock"
        title={steps.length === 0 ? "The clock has not been stepped" : `Reset the clock: ${describeSteps(steps)}`}
        onClick={() => resetClock(app)}
      >
        <RotateCcw aria-hidden="true" size={12} />
      </button>
    </>
  );
}
