/**
 * A modal dialog: it traps the focus and returns it, and Escape or a click outside closes it. The element with
 * `data-first` takes the focus, and the content may load when first opened.
 */
import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useEffect, useRef } from "react";
import { buttonClass } from "./button-class.ts";
import * as dialogCss from "./dialog.module.css";
import { FloatHost } from "./float-host.ts";

/** How much of the window it takes; left out: what a short form needs. */
export type ModalSize = "wide" | "palette" | "list" | "sheet" | "page" | "full";

interface ModalProps {
  readonly open: boolean;
  readonly label: string;
  readonly size?: ModalSize | undefined;
  readonly children: ReactNode;
  onClose(): void;
  /** The element to focus afterwards, if not the previous one. */
  finalFocus?(): HTMLElement | null;
}

export function Modal({ open, label, size, children, onClose, finalFocus }: ModalProps) {
  const popup = useRef<HTMLDivElement>(null);
  const before = useRef<readonly HTMLElement[]>([]);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogCss.scrim} />
        <Dialog.Popup
          ref={popup}
          className={dialogCss.modal}
          data-size={size}
          aria-label={label}
          initialFocus={() => {
            before.current = withAncestors(document.activeElement);
            return popup.current?.querySelector<HTMLElement>("[data-first]") ?? true;
          }}
          finalFocus={() => finalFocus?.() ?? (!isElsewhere(popup.current) && stillThere(before.current))}
        >
          <FloatHost value={undefined}>
            <Suspense>
              {children}
              <FocusFirst popup={popup} />
            </Suspense>
          </FloatHost>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function withAncestors(element: Element | null): HTMLElement[] {
  const all: HTMLElement[] = [];
  for (let one = element; one instanceof HTMLElement; one = one.parentElement) all.push(one);
  return all;
}

/** Focuses the right element once the content has loaded, unless the focus moved elsewhere meanwhile. */
function FocusFirst({ popup }: { popup: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (document.activeElement === popup.current) popup.current?.querySelector<HTMLElement>("[data-first]")?.focus();
  }, [popup]);
  return null;
}

/** The element that had the focus, or, if a command removed it, the nearest around it. */
const stillThere = (elements: readonly HTMLElement[]): HTMLElement | true =>
  elements.find((element) => element.isConnected && element.tabIndex >= 0) ?? true;

/** A command that closed the dialog may already have moved the focus. */
function isElsewhere(popup: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement !== document.body && popup?.contains(activeElement) !== true;
}

/** The title of a dialog, and a close button. */
export function ModalHead({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <div className={dialogCss.modalHead}>
      <h2>{title}</h2>
      <button type="button" className={buttonClass("quiet", "icon")} aria-label="Close" onClick={onClose}>
        <X aria-hidden="true" size={14} />
      </button>
    </div>
  );
}

interface ModalFormProps {
  readonly title: string;
  /** The text of the submit button. */
  readonly submit: string;
  readonly ready: boolean;
  /** An alternative action; the submit button then has the focus. */
  readonly other?: { readonly title: string; run(): void };
  /** Shown before the buttons. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
  onSubmit(): void;
  onClose(): void;
  onKeyDown?(event: KeyboardEvent<HTMLFormElement>): void;
}

/** A form in a dialog, with submit and cancel. */
export function ModalForm({
  title,
  submit,
  ready,
  other,
  note,
  children,
  onSubmit,
  onClose,
  onKeyDown,
}: ModalFormProps) {
  return (
    <form
      className={dialogCss.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      onKeyDown={onKeyDown}
    >
      <ModalHead title={title} onClose={onClose} />
      <div className={dialogCss.formBody}>{children}</div>
      <div className={dialogCss.formActions}>
        {note}
        <button type="button" className={buttonClass()} onClick={onClose}>
          Cancel
        </button>
        {other !== undefined && (
          <button type="button" className={buttonClass()} onClick={other.run}>
            {other.title}
          </button>
        )}
        <button
          type="submit"
          className={buttonClass("primary")}
          disabled={!ready}
          {...(other === undefined ? {} : { "data-first": true })}
        >
          {submit}
        </button>
      </div>
    </form>
  );
}
