/** The tour, which is loaded when it is first taken. */
import { Suspense } from "react";
import { useAppState } from "../../core/page/app-context.ts";
import { lazyView } from "../../ui/lazy-view.tsx";

const Loaded = lazyView("The tour", async () => ({ default: (await import("./tour-band.tsx")).TourBand }));

export function Tour() {
  const isOn = useAppState("tour", ({ step }) => step !== null);
  return (
    isOn && (
      <Suspense>
        <Loaded />
      </Suspense>
    )
  );
}
