/** Takes out what the release of Alloy that an import is for does not have, and says so at the places in the YAML. */
import type { AlloyVersion } from "../../schema/alloy-target.ts";
import { historyInside, historyOf, lackOf } from "../../schema/alloy-versions.ts";
import type { Block } from "./blocks.ts";
import type { Reading } from "./reading.ts";

/** What happens without it. */
const RESULTS: Readonly<Record<string, string>> = {
  "stage.truncate": "lines that are too long stay whole",
  tls: "it would listen without TLS",
};

export function fitTarget(blocks: readonly Block[], reading: Reading): void {
  const { target } = reading;
  if (target !== undefined) for (const block of blocks) fitBlock(block, target, reading);
}

function fitBlock(block: Block, target: AlloyVersion, reading: Reading): void {
  const leaveOut = (name: string, lack: string | undefined, from: Block, severity: "error" | "warning"): boolean => {
    if (lack === undefined) return false;
    const result = RESULTS[name];
    const message = `${name} ${lack}, and the target is Alloy ${target}: it is left out${result === undefined ? "" : `, and ${result}`}`;
    reading.tell(severity, "import-not-carried-over", message, from.node ?? block.node);
    return true;
  };
  for (const name of block.argumentNames)
    if (leaveOut(name, lackOf(historyInside(block.place, name), target), block, "warning")) block.unset(name);
  for (const inner of [...block.blocks]) {
    const { name, place } = inner;
    const lack = lackOf(historyOf(place), target) ?? lackOf(historyInside(block.place, name), target);
    // What is not encrypted any more is no detail.
    if (leaveOut(name, lack, inner, name === "tls" ? "error" : "warning")) block.remove(inner);
    else fitBlock(inner, target, reading);
  }
}
