/** A section that opens on request: a title, a summary, and the content. */
import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import * as readingCss from "./reading.module.css";

export function Fold({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <>
      <button type="button" className={readingCss.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Chevron aria-hidden="true" size={12} /> {title} <span className="faint">{about}</span>
      </button>
      {open && children}
    </>
  );
}
