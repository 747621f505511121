/**
 * The style sheets that views of several features share, in their order: of two rules that say the same as strongly, the one
 * of a sheet further down holds, and those of features come after all of these.
 */
import "../ui/controls.module.css";
import "../ui/pane.module.css";
import "../ui/bands.module.css";
import "../ui/strip.module.css";
import "../ui/rows.module.css";
import "../ui/lined-text.module.css";
import "../ui/flow.module.css";
import "../ui/reading.module.css";
import "../ui/menu.module.css";
import "../ui/notices/notices.module.css";
import "../ui/dialog.module.css";
import "../ui/choose-list.module.css";
