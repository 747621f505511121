/**
 * The host of menus, lists and tooltips: a separate landmark for screen readers, above everything else in the page.
 * Inside a dialog, from which nothing outside can be reached, there is none, and they are mounted next to it.
 */
import { createContext, useContext } from "react";

/** Null: not mounted yet. */
export const FloatHost = createContext<HTMLElement | null | undefined>(undefined);

export const useFloatHost = (): HTMLElement | null | undefined => useContext(FloatHost);
