/** The button that shows what the output costs, and the place of the panel, which loads when it is first shown. */
import { Coins } from "lucide-react";
import { Suspense } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { toggleCosts } from "../../core/page/settings.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import * as stripCss from "../../ui/strip.module.css";

const CostsPanel = lazyView("The costs", async () => ({ default: (await import("./costs-panel.tsx")).CostsPanel }));

export function CostsButton() {
  const app = useApp();
  const open = useAppState("settings", (state) => state.costsOpen);
  return (
    <button type="button" className={stripCss.stripButton} aria-expanded={open} onClick={() => toggleCosts(app)}>
      <Coins aria-hidden="true" size={12} /> Costs
    </button>
  );
}

export function CostsPlace() {
  const open = useAppState("settings", (state) => state.costsOpen);
  return (
    open && (
      <Suspense fallback={null}>
        <CostsPanel />
      </Suspense>
    )
  );
}
