/** A button that opens a menu: arrow keys, Escape and a click outside work as everywhere. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";

export interface MenuItem {
  readonly label: string;
  /** Where labels may repeat. */
  readonly id?: string;
  readonly detail?: string;
  readonly icon?: ReactNode;
  /** One of several that exclude each other. */
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
}

export function Menu({ label, children, items, className = "button", align = "start" }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const first = root.current?.querySelector<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])');
    first?.focus();
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      all[(to + all.length) % all.length]?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      setOpen(false);
      if (event.key === "Escape") button.current?.focus();
      event.stopPropagation();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it passes on the keys of the button and the menu inside
    <div className="menu" ref={root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <div className={`menu-list menu-${align}`} role="menu" id={id} aria-label={label}>
          {items.map((item) => (
            <button
              key={item.id ?? item.label}
              type="button"
              role={item.checked === undefined ? "menuitem" : "menuitemradio"}
              {...(item.checked === undefined ? {} : { "aria-checked": item.checked })}
              aria-disabled={item.disabled}
              tabIndex={-1}
              className={`menu-item${item.separator ? " menu-separator" : ""}`}
              onClick={() => {
                if (item.disabled) return;
                setOpen(false);
                button.current?.focus();
                item.run();
              }}
            >
              <span className="menu-icon">{item.checked === undefined ? item.icon : item.checked ? "✓" : ""}</span>
              <span className="menu-text">
                {item.label}
                {item.detail !== undefined && <span className="menu-detail">{item.detail}</span>}
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
