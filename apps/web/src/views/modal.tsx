/**
 * A dialog in front of everything else: it keeps the focus, gives it back, and Escape or a click outside closes it. What
 * has `data-first` gets the focus.
 */
import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";

interface ModalProps {
  readonly open: boolean;
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
  onClose(): void;
}

export function Modal({ open, label, className = "", children, onClose }: ModalProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          ref={popup}
          className={`modal ${className}`}
          aria-label={label}
          initialFocus={() => popup.current?.querySelector<HTMLElement>("[data-first]") ?? true}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The title of a dialog, and a way out. */
export function ModalHead({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <div className="modal-head">
      <h2>{title}</h2>
      <button type="button" className="button quiet icon" aria-label="Close" onClick={onClose}>
        <X aria-hidden="true" size={14} />
      </button>
    </div>
  );
}
