/** Answers a command that asks for the focus, also where what takes it is mounted only then. */
import { useEffect, useEffectEvent } from "react";
import type { FocusTarget } from "../workspace/stores.ts";
import { useApp, useAppState } from "./app-context.ts";

export function useFocusRequest(on: FocusTarget, take: () => void): void {
  const app = useApp();
  const request = useAppState("view", ({ focus }) => (focus?.on === on ? focus : null));
  const onRequest = useEffectEvent(take);
  useEffect(() => {
    if (request === null) return;
    onRequest();
    // Done: what is mounted anew must not take the focus again.
    app.stores.view.setState({ focus: null });
  }, [request, app]);
}
