/** The inspector's other tabs: one chunk, since each is small. */
import { FieldsTab } from "./fields-tab.tsx";
import { MetricsTab } from "./metrics-tab.tsx";
import { OutputTab } from "./output-tab.tsx";

const TABS = { output: OutputTab, fields: FieldsTab, metrics: MetricsTab } as const;

export default function OtherTab({ tab }: { tab: keyof typeof TABS }) {
  const Shown = TABS[tab];
  return <Shown />;
}
