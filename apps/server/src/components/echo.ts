/** `logs.echo`: prints every entry, one line each, with what a terminal would obey made visible. */
import { formatRfc3339, logsEcho, visible } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../core/component.ts";
import { defineRunning } from "../core/component-record.ts";
import { HEALTHY } from "../core/health.ts";
import { type LogEntry, type LogsReceiver, releaseAll } from "../core/receiver.ts";

export class EchoComponent implements RunningComponent, LogsReceiver {
  readonly #context: ComponentContext;
  readonly health = HEALTHY;
  readonly full = false;

  constructor(context: ComponentContext) {
    this.#context = context;
  }

  get receiver(): LogsReceiver {
    return this;
  }

  async start(): Promise<void> {}

  push(batch: readonly LogEntry[]): "accepted" {
    let text = "";
    for (const { timestamp, labels, line, metadata } of batch) {
      const extra = metadata.map(([name, value]) => ` ${visible(name)}=${visible(JSON.stringify(value))}`).join("");
      text += `${formatRfc3339(timestamp)} ${visible(String(labels))}${extra} ${visible(line)}\n`;
    }
    this.#context.print(text);
    releaseAll(batch, "delivered");
    return "accepted";
  }

  whenRoom(callback: () => void): void {
    callback();
  }

  async drain(): Promise<number> {
    return 0;
  }
}

export const echo = defineRunning({
  spec: logsEcho,
  exports: "logs",
  build: ({ context }) => new EchoComponent(context),
});
