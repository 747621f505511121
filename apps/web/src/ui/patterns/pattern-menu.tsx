/** What can be done with a pattern: filters, stages, a test. */
import { Ellipsis, EyeOff, Filter, FlaskConical, Percent, Sigma, Tag, Trash2 } from "lucide-react";
import { useApp, useReadOnly } from "../../core/page/app-context.ts";
import { keysOf } from "../../core/page/commands.ts";
import { openPatternAction, openPatternTest } from "../../core/select/pattern-actions.ts";
import { hidePattern, showOnlyPattern } from "../../core/select/pattern-list.ts";
import { buttonClass } from "../button-class.ts";
import { Menu, type MenuItem } from "../menu.tsx";

interface PatternMenuProps {
  readonly number: number;
  readonly label: string;
  /** Undefined: not reached by Tab. */
  readonly tabIndex?: number;
  /** Lines without a pattern can be shown and hidden, no more. */
  readonly isPattern: boolean;
}

export function PatternMenu({ number, label, tabIndex, isPattern }: PatternMenuProps) {
  const app = useApp();
  const readOnly = useReadOnly();
  const items: MenuItem[] = [
    {
      label: "Show only these",
      icon: <Filter size={14} />,
      keys: keysOf(app, "pattern.only"),
      run: () => showOnlyPattern(app, number),
    },
    {
      label: "Not these",
      icon: <EyeOff size={14} />,
      keys: keysOf(app, "pattern.not"),
      run: () => hidePattern(app, number),
    },
  ];
  if (isPattern && !readOnly)
    items.push(
      {
        label: "Drop these…",
        icon: <Trash2 size={14} />,
        separator: true,
        run: () => openPatternAction(app, number, "drop"),
      },
      { label: "Keep one in N…", icon: <Percent size={14} />, run: () => openPatternAction(app, number, "sample") },
      { label: "Label…", icon: <Tag size={14} />, run: () => openPatternAction(app, number, "label") },
      { label: "Count…", icon: <Sigma size={14} />, run: () => openPatternAction(app, number, "count") },
      { label: "Make a test of…", icon: <FlaskConical size={14} />, run: () => openPatternTest(app, number) },
    );
  return (
    <Menu
      label={label}
      align="end"
      className={buttonClass("quiet", "icon", "small")}
      items={items}
      {...(tabIndex !== undefined && { tabIndex })}
    >
      <Ellipsis aria-hidden="true" size={14} />
    </Menu>
  );
}
