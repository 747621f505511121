/** The JSON of the selected entry as a tree: a click extracts a value. */
import { type ControlPair, writeJmesPath } from "@sluice/engine";
import { Check, Plus } from "lucide-react";
import { useMemo } from "react";
import { counted } from "../../../core/text/counted.ts";
import { siblingText } from "../../../core/text/sibling-text.ts";
import { Fold } from "../../../ui/fold.tsx";
import { VisibleText } from "../../../ui/value-text.tsx";
import { useBody } from "../forms/form-context.ts";
import * as css from "../forms/forms.module.css";
import { type JsonNode, jsonTree, nameForPath } from "../forms/json-tree.ts";
import { useChosenText } from "../forms/use-names.ts";

interface PickerProps {
  readonly pairs: readonly ControlPair[];
  readonly disabled: boolean;
  onPick(pair: ControlPair): void;
}

export function JsonPicker({ pairs, disabled, onPick }: PickerProps) {
  const text = useChosenText(siblingText(useBody(), "source") ?? "");
  const tree = useMemo(() => (text === undefined ? undefined : jsonTree(text)), [text]);
  if (tree === undefined || tree.length === 0) return null;
  return (
    <div className={css.picker}>
      <Fold title="Pick from the entry" about={counted(tree.length, "field")}>
        <Nodes nodes={tree} pairs={pairs} disabled={disabled} onPick={onPick} />
      </Fold>
    </div>
  );
}

function Nodes({ nodes, ...props }: PickerProps & { readonly nodes: readonly JsonNode[] }) {
  return (
    <ul className={`${css.pickerList} mono`}>
      {nodes.map((node) => (
        <li key={node.name}>
          <Pick node={node} {...props} />
          {node.children.length > 0 && <Nodes nodes={node.children} {...props} />}
        </li>
      ))}
    </ul>
  );
}

function Pick({ node, pairs, disabled, onPick }: PickerProps & { readonly node: JsonNode }) {
  const path = writeJmesPath(node.path);
  const taken = pairs.find(([name, value]) => value === path || (value === "" && name === path));
  const pick = () => {
    const name = nameForPath(
      node.path,
      pairs.map(([one]) => one),
    );
    onPick([name, name === path ? "" : path]);
  };
  return (
    <button
      type="button"
      className={css.pickerNode}
      disabled={disabled || taken !== undefined}
      title={taken === undefined ? `Extract ${path}` : `Extracted as ${taken[0]}`}
      onClick={pick}
    >
      {taken === undefined ? <Plus aria-hidden="true" size={12} /> : <Check aria-hidden="true" size={12} />}
      <span>{node.name}</span>
      <span className="faint cut">
        <VisibleText text={node.shown.slice(0, 80)} />
      </span>
    </button>
  );
}
