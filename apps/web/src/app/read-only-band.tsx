/** Says that the page is read-only, and what editing needs. */
import { Eye } from "lucide-react";
import { useReadOnly } from "../core/page/app-context.ts";
import { READ_ONLY } from "../core/page/read-only.ts";
import * as css from "./frame.module.css";

export function ReadOnlyBand() {
  if (!useReadOnly()) return null;
  return (
    <section className={css.readOnlyBand} aria-label="Read only">
      <Eye aria-hidden="true" size={14} /> {READ_ONLY}
    </section>
  );
}
