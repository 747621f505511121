/**
 * A dialog in front of everything else: the browser keeps the focus inside and Escape closes it. What has `data-first`
 * gets the focus.
 */
import { type ReactNode, useEffect, useRef } from "react";

interface ModalProps {
  readonly open: boolean;
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
  onClose(): void;
}

export function Modal({ open, label, className = "", children, onClose }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (open && element !== null && !element.open) {
      element.showModal();
      element.querySelector<HTMLElement>("[data-first]")?.focus();
    }
    if (!open) element?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop; keys have Escape
    <dialog
      ref={dialog}
      className={`modal ${className}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => open && onClose()}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open && children}
    </dialog>
  );
}
