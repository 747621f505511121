/** Subscribes views to what is derived from the stores; each value is computed once per change, for all of them. */
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useApp, useAppState } from "./app-context.ts";
import { DERIVED_FROM, type Derived } from "./derived.ts";

/** The value of `name` in the open document, or what `select` reads of it, which must be stable while that is the same. */
export function useDerived<K extends keyof Derived>(name: K): ReturnType<Derived[K]>;
export function useDerived<K extends keyof Derived, T>(name: K, select: (value: ReturnType<Derived[K]>) => T): T;
export function useDerived<K extends keyof Derived, T>(name: K, select?: (value: ReturnType<Derived[K]>) => T) {
  const { stores, derived } = useApp();
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = DERIVED_FROM.map((name) => stores[name].subscribe(changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [stores],
  );
  const read = derived[name] as () => ReturnType<Derived[K]>;
  return useSyncExternalStore<T | ReturnType<Derived[K]>>(
    subscribe,
    select === undefined ? read : () => select(read()),
  );
}

/** Whether a media query holds, now and later. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  return useSyncExternalStore(
    (changed) => {
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => list.matches,
  );
}

export function useResolvedTheme(): "light" | "dark" {
  const theme = useAppState("settings", (state) => state.theme);
  const dark = useMedia("(prefers-color-scheme: dark)");
  return theme === "system" ? (dark ? "dark" : "light") : theme;
}
