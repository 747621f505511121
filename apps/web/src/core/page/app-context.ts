/** Gives views the app, and renders them again when the part of a store that they read changes. */
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { App } from "./app.ts";
import type { Stores } from "./stores.ts";

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error("a view stands outside the app");
  return app;
}

const keys = new WeakMap<App, number>();
let lastKey = 0;

/**
 * A key for views that keep answers about the open document, such as the values of its last run. With another document they
 * start anew, so that they never show those of the one before.
 */
export function useDocumentKey(): number {
  const app = useApp();
  const key = keys.get(app) ?? ++lastKey;
  keys.set(app, key);
  return key;
}

/** Whether the page is read-only. */
export const useReadOnly = (): boolean => useAppState("window", (state) => state.readOnly);

type StateOf<K extends keyof Stores> = ReturnType<Stores[K]["getState"]>;

/** What `select` reads of store `name`. The result must be stable while the state is. */
export function useAppState<K extends keyof Stores, T>(name: K, select: (state: StateOf<K>) => T): T {
  const store = useApp().stores[name] as unknown as Pick<
    StoreApi<StateOf<K>>,
    "getState" | "getInitialState" | "subscribe"
  >;
  return useStore(store, select);
}
