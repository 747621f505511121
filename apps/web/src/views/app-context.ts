/** Gives views the app, and re-renders them when the part of a store that they read changes. */
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { App } from "../workspace/app.ts";
import type { Stores } from "../workspace/stores.ts";

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error("a view stands outside the app");
  return app;
}

/** Whether everything is looked at, and nothing of the document changes. */
export const useReadOnly = (): boolean => useAppState("room", (state) => state.readOnly);

type StateOf<K extends keyof Stores> = ReturnType<Stores[K]["getState"]>;

/** What `select` reads of store `name`. The result must be stable while the state is. */
export function useAppState<K extends keyof Stores, T>(name: K, select: (state: StateOf<K>) => T): T {
  const store = useApp().stores[name] as unknown as Pick<
    StoreApi<StateOf<K>>,
    "getState" | "getInitialState" | "subscribe"
  >;
  return useStore(store, select);
}
