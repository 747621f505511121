/** How a control that holds others shows them, so that no modules import each other. */
import { type ComponentType, createContext, useContext } from "react";
import type { AnyControlProps } from "./control-props.ts";

export const ListContext = createContext<ComponentType<AnyControlProps> | null>(null);

export function useInnerControl(): ComponentType<AnyControlProps> {
  const Inner = useContext(ListContext);
  if (Inner === null) throw new Error("a control stands outside a form");
  return Inner;
}
