/** The classes of a button, by what it is among the others. */
import * as css from "./controls.module.css";

const KINDS = { quiet: css.quiet, primary: css.primary, icon: css.icon, small: css.small };

export const buttonClass = (...kinds: readonly (keyof typeof KINDS)[]): string =>
  [css.button, ...kinds.map((kind) => KINDS[kind])].join(" ");
