/** One line of the pre-deploy checks. */
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import * as css from "./deploy.module.css";

const CHECKS = { good: CircleCheck, missed: TriangleAlert, error: CircleX } as const;
const CHECK_WORDS = { good: "fine", missed: "warning", error: "in the way" } as const;

export function Check({ kind, children }: { kind: keyof typeof CHECKS; children: ReactNode }) {
  const Icon = CHECKS[kind];
  return (
    <li className={css.check}>
      <Icon aria-label={CHECK_WORDS[kind]} role="img" size={14} className={`tone-${kind}`} />
      <div>{children}</div>
    </li>
  );
}
