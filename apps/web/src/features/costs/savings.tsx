/** The changes that would save most, each with its measured effect and a button that makes it. */
import type { CostReport, Saving, Tariff } from "@sluice/engine";
import { editText, sayRefused } from "../../core/edit/edit-text.ts";
import { useApp, useReadOnly } from "../../core/page/app-context.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as css from "./costs.module.css";
import { describeEffect, SAVING_WORDS } from "./saving-words.ts";
import type { Costs } from "./use-costs.ts";

interface SavingsProps {
  readonly report: CostReport;
  readonly savings: Costs["savings"];
  readonly tariff: Tariff;
}

export function Savings({ report, savings, tariff }: SavingsProps) {
  return (
    <div className={css.savings}>
      <h3>Would save most</h3>
      {savings === undefined ? (
        <p className="muted">Trying changes on the samples…</p>
      ) : savings.found.length === 0 ? (
        <p className="muted">No change would save much.</p>
      ) : (
        <ul aria-label="Changes that would save most">
          {savings.found.map((saving) => (
            <Offer key={`${saving.kind} ${saving.subject}`} of={savings.of} {...{ saving, report, tariff }} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Offer({ of, saving, report, tariff }: Omit<SavingsProps, "savings"> & { of: string; saving: Saving }) {
  const app = useApp();
  const readOnly = useReadOnly();
  const { offer, button, done } = SAVING_WORDS[saving.kind];
  const make = async () => {
    const edited = await editText(app, {
      label: done(saving.subject),
      make: () => ({ ok: true, text: saving.text }),
      onConflict: "refuse",
      of,
    });
    sayRefused(app, edited);
  };
  return (
    <li>
      <span className={`${css.offer} cut`} title={offer(saving.subject)}>
        {offer(saving.subject)}
      </span>
      <span className="muted">{describeEffect(saving, report, tariff)}</span>
      {!readOnly && (
        <button
          type="button"
          className={buttonClass("small")}
          aria-label={`${button}: ${offer(saving.subject)}`}
          onClick={() => void make()}
        >
          {button}
        </button>
      )}
    </li>
  );
}
