/** Gives the focus to an element on a command's request, also if the element is mounted only then. */
import { useEffect, useEffectEvent } from "react";
import { useApp, useAppState } from "./app-context.ts";
import type { FocusTarget } from "./stores.ts";

/** `take` gives false where it cannot yet: it is asked again when `again` is another. */
export function useFocusRequest(on: FocusTarget, take: () => unknown, again?: unknown): void {
  const app = useApp();
  const request = useAppState("view", ({ focus }) => (focus?.on === on ? focus : null));
  const onRequest = useEffectEvent(take);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (request === null || onRequest() === false) return;
    // Done: what is mounted anew must not take the focus again.
    app.stores.view.setState({ focus: null });
  }, [request, app, again]);
}
