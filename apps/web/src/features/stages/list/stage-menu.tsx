/** The menu of one stage. */
import { Ellipsis } from "lucide-react";
import type { CardItem } from "../../../core/model/analysis.ts";
import { placeOfMove, type StageMove } from "../../../core/model/stage-tree.ts";
import { useApp } from "../../../core/page/app-context.ts";
import { type CommandId, keysOf } from "../../../core/page/commands.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Menu, type MenuItem } from "../../../ui/menu.tsx";
import { chooseStage, duplicateStage, moveStage, removeStage, switchStage } from "./edit-stages.ts";
import * as css from "./stages.module.css";

const MOVES: readonly { readonly move: StageMove; readonly label: string }[] = [
  { move: "up", label: "Move up" },
  { move: "down", label: "Move down" },
  { move: "in", label: "Move into the match" },
  { move: "out", label: "Move out of the match" },
];

export function StageMenu({ card, tabIndex }: { card: CardItem; tabIndex: number }) {
  const app = useApp();
  const { cards, stale } = useDerived("cards");
  const { id, name, off, nests, parent, index } = card;
  const withKeys = (label: string, command: CommandId, run: () => void, more: Partial<MenuItem> = {}): MenuItem => ({
    label,
    keys: keysOf(app, command),
    disabled: stale,
    run,
    ...more,
  });
  const items: MenuItem[] = [
    withKeys("Add a stage before…", "stage.add", () => chooseStage(app, { parent, index }), { keys: undefined }),
    withKeys("Add a stage after…", "stage.add", () => chooseStage(app, { parent, index: index + 1 })),
    ...(nests && !off
      ? [
          withKeys(
            "Add a stage inside…",
            "stage.add",
            () => chooseStage(app, { parent: id, index: inside(cards, id) }),
            {
              keys: undefined,
            },
          ),
        ]
      : []),
    withKeys("Duplicate", "stage.duplicate", () => void duplicateStage(app, id), { separator: true }),
    withKeys(off ? "Enable" : "Disable", "stage.switch", () => void switchStage(app, id)),
    ...MOVES.filter(({ move }) => placeOfMove(cards, card, move) !== undefined).map(({ move, label }, i) =>
      withKeys(label, `stage.${move}` as CommandId, () => void moveStage(app, move, id), { separator: i === 0 }),
    ),
    withKeys("Delete", "stage.remove", () => void removeStage(app, id), { separator: true }),
  ];
  return (
    <Menu
      label={off ? `Actions for disabled ${name}` : `Actions for stage ${id}`}
      className={`${buttonClass("quiet", "icon", "small")} ${css.menu}`}
      align="end"
      tabIndex={tabIndex}
      items={items}
    >
      <Ellipsis aria-hidden="true" size={14} />
    </Menu>
  );
}

const inside = (cards: readonly CardItem[], id: string): number => cards.filter(({ parent }) => parent === id).length;
