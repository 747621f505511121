/** A button that opens a menu, with the usual arrow keys, first letters, Escape and click outside. */
import { Menu as Primitive } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "./button-class.ts";
import { useFloatHost } from "./float-host.ts";
import * as css from "./menu.module.css";

export interface MenuItem {
  readonly label: string;
  /** For labels that may repeat. */
  readonly id?: string;
  readonly detail?: string;
  /** The keys of the same command, in the platform's notation. */
  readonly keys?: string | undefined;
  readonly icon?: ReactNode;
  /** One of several exclusive items, which come first. */
  readonly checked?: boolean;
  readonly separator?: boolean;
  readonly disabled?: boolean;
  run(): void;
}

interface MenuProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly items: readonly MenuItem[];
  readonly className?: string;
  readonly align?: "start" | "end";
  readonly tabIndex?: number;
}

export function Menu({
  label,
  children,
  items,
  className = buttonClass("quiet"),
  align = "start",
  tabIndex,
}: MenuProps) {
  const host = useFloatHost();
  const choices = items.filter(({ checked }) => checked !== undefined);
  const others = items.filter(({ checked }) => checked === undefined);
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger className={className} aria-label={label} title={label} tabIndex={tabIndex}>
        {children}
      </Primitive.Trigger>
      <Primitive.Portal container={host}>
        <Primitive.Positioner className={css.floating} align={align} sideOffset={4} collisionPadding={8}>
          <Primitive.Popup className={css.menuList} aria-label={label}>
            {choices.length > 0 && (
              <Primitive.RadioGroup value={choices.findIndex(({ checked }) => checked)}>
                {choices.map((item, i) => (
                  <Primitive.RadioItem
                    key={item.id ?? item.label}
                    value={i}
                    closeOnClick
                    className={css.menuItem}
                    onClick={() => item.run()}
                  >
                    <span className={css.menuIcon}>{item.checked && <Check aria-hidden="true" size={14} />}</span>
                    <MenuText item={item} />
                  </Primitive.RadioItem>
                ))}
              </Primitive.RadioGroup>
            )}
            {others.map((item) => (
              <Item key={item.id ?? item.label} item={item} />
            ))}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Item({ item }: { item: MenuItem }) {
  return (
    <>
      {item.separator && <Primitive.Separator className={css.menuSeparator} />}
      <Primitive.Item className={css.menuItem} disabled={item.disabled} onClick={() => item.run()}>
        {item.icon !== undefined && <span className={css.menuIcon}>{item.icon}</span>}
        <MenuText item={item} />
      </Primitive.Item>
    </>
  );
}

const MenuText = ({ item: { label, detail, keys } }: { item: MenuItem }) => (
  <>
    <span className={css.menuText}>
      {label}
      {detail !== undefined && <span className={css.menuDetail}>{detail}</span>}
    </span>
    {keys !== undefined && (
      <span className={css.menuKeys} aria-hidden="true">
        <kbd>{keys}</kbd>
      </span>
    )}
  </>
);
