/** A step of the tour, above the panes; it highlights the pane that it describes. */
import { Compass } from "lucide-react";
import { useEffect, useRef } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { TOUR } from "./tour.ts";
import * as css from "./tour-band.module.css";
import { endTour, goToStep } from "./tour-commands.ts";

export function TourBand() {
  const step = useAppState("tour", (state) => state.step);
  return step === null ? null : <Band step={step} />;
}

function Band({ step }: { step: number }) {
  const app = useApp();
  const next = useRef<HTMLButtonElement>(null);
  const { pane, text } = TOUR[step]!;
  useEffect(() => next.current?.focus(), []);
  useEffect(() => {
    const panes = document.querySelectorAll<HTMLElement>(`main section[aria-label="${pane}"]`);
    for (const one of panes) one.dataset.tour = "true";
    return () => {
      for (const one of panes) delete one.dataset.tour;
    };
  }, [pane]);
  const isLast = step === TOUR.length - 1;
  return (
    <section className={css.tourBand} aria-label="Tour">
      <Compass aria-hidden="true" size={14} />
      <p role="status">
        <strong>{pane}</strong>{" "}
        <span className="muted">
          {step + 1} of {TOUR.length}
        </span>{" "}
        {text}
      </p>
      <span className="spring" />
      {!isLast && (
        <button type="button" className={buttonClass("quiet", "small")} onClick={() => endTour(app)}>
          Skip the tour
        </button>
      )}
      {step > 0 && (
        <button type="button" className={buttonClass("small")} onClick={() => goToStep(app, step - 1)}>
          Back
        </button>
      )}
      <button
        ref={next}
        type="button"
        className={buttonClass("small", "primary")}
        onClick={() => goToStep(app, step + 1)}
      >
        {isLast ? "Done" : "Next"}
      </button>
    </section>
  );
}
