/**
 * Where menus, lists and tooltips are put: a landmark of their own, by which they are found, above everything else in the
 * page. In a dialog, where nothing outside is reached, there is none, and they are put beside it.
 */
import { createContext, useContext } from "react";

/** Null: it is not there yet. */
export const FloatHost = createContext<HTMLElement | null | undefined>(undefined);

export const useFloatHost = (): HTMLElement | null | undefined => useContext(FloatHost);
