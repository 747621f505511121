/** Gives a control that contains others their component, so that modules do not import each other. */
import { type ComponentType, createContext, useContext } from "react";
import type { AnyControlProps } from "./control-props.ts";

export const ListContext = createContext<ComponentType<AnyControlProps> | null>(null);

export function useInnerControl(): ComponentType<AnyControlProps> {
  const Inner = useContext(ListContext);
  if (Inner === null) throw new Error("a control is outside a form");
  return Inner;
}
