/** The controls of forms, one for each kind: a kind without one does not compile. */
import type { ControlKind } from "@sluice/engine";
import type { ComponentType } from "react";
import { ChoiceControl } from "./choice-control.tsx";
import { CodeControl } from "./code-control.tsx";
import type { AnyControlProps, ControlProps } from "./control-props.ts";
import { ListContext } from "./list-context.ts";
import { PairsControl } from "./pairs-control.tsx";
import { RowsControl } from "./rows-control.tsx";
import {
  NumberControl,
  PasswordControl,
  QuantityControl,
  ReferenceControl,
  SwitchControl,
  TextControl,
} from "./simple-controls.tsx";

const CONTROLS: { readonly [K in ControlKind]: ComponentType<ControlProps<K>> } = {
  text: TextControl,
  password: PasswordControl,
  switch: SwitchControl,
  number: NumberControl,
  quantity: QuantityControl,
  choice: ChoiceControl,
  code: CodeControl,
  reference: ReferenceControl,
  rows: RowsControl,
  pairs: PairsControl,
};

export function ControlView(props: AnyControlProps) {
  const Control = CONTROLS[props.control.kind] as unknown as ComponentType<AnyControlProps>;
  return (
    <ListContext value={ControlView}>
      <Control {...props} />
    </ListContext>
  );
}
