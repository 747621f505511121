/**
 * `profiles.source.demo`: pushes made-up profiles to a receiver of the same configuration. It goes there over TCP, so that
 * all that happens to a profiler's requests happens to these.
 */
import { type ComponentArgs, messageOf, profilesSourceDemo, SeededRandom } from "@sluice/engine";
import { labelNameProblem } from "@sluice/engine/profiles";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { HEALTHY, type Health } from "../../core/health.ts";
import type { IntakeRequest } from "../../core/profiles-intake.ts";
import { StopSource } from "../../platform/stop-signal.ts";
import { type DemoService, demoIngest, demoPush } from "../../profiles/demo-push.ts";

type Args = ComponentArgs<typeof profilesSourceDemo>;

/** One of so many profiles of processor time has one of memory beside it. */
const MEMORY_EVERY = 2;

export class DemoProfiler implements RunningComponent {
  readonly #args: Args;
  readonly #context: ComponentContext;
  readonly #service: DemoService;
  readonly #random: SeededRandom;
  readonly #pushed;
  readonly #stop = new StopSource();
  #made = 0;
  #health: Health = HEALTHY;
  #cancel = () => {};
  /** The last push, which others wait for: a receiver that is slow is not pushed to twice. */
  #pushing: Promise<void> | undefined;

  constructor(args: Args, context: ComponentContext) {
    this.#args = args;
    this.#context = context;
    this.#service = { service: args.service, labels: args.labels, userAgent: "sluice-demo" };
    this.#random = new SeededRandom(args.seed);
    this.#pushed = context.metrics.counter(
      `${context.prefix}source_demo_pushed_total`,
      "Profiles pushed, by the status of the answer; none is one that nobody answered",
      ["status_code"],
    );
  }

  get health(): Health {
    return this.#health;
  }

  /** Whether it waits for an answer. */
  get busy(): boolean {
    return this.#pushing !== undefined;
  }

  /** The first profile comes soon, so that there is something to see. */
  async start(): Promise<void> {
    this.#arm(this.#args.interval / 10n);
  }

  #arm(delay: bigint): void {
    this.#cancel = this.#context.scheduler.after(delay, () => {
      this.#arm(this.#args.interval);
      if (this.#pushing !== undefined) return;
      this.#pushing = this.#context.faults
        .settle("pushing a profile", () => this.#push(), undefined)
        .then(() => {
          this.#pushing = undefined;
        });
    });
  }

  async #push(): Promise<void> {
    const { interval: duration } = this.#args;
    const moment = { time: this.#context.scheduler.now(), duration, random: this.#random };
    await this.#post(demoPush(this.#service, moment));
    if (this.#made++ % MEMORY_EVERY === 0 && !this.#stop.aborted) await this.#post(demoIngest(this.#service, moment));
  }

  async #post(request: IntakeRequest): Promise<void> {
    const { receiver } = this.#args;
    const intake = this.#context.intakeOf(receiver);
    if (intake === undefined) return this.#fail("none", `there is no ${receiver} in this configuration`);
    try {
      const status = await intake.post(request, this.#stop);
      if (status !== 200) return this.#fail(String(status), `${receiver} answered ${status}`);
      this.#pushed.with("200").inc();
      this.#health = HEALTHY;
    } catch (error) {
      // Given up at a stop, which says nothing of the receiver.
      if (this.#stop.aborted) return;
      this.#fail("none", `${receiver}: ${messageOf(error)}`);
    }
  }

  #fail(status: string, message: string): void {
    this.#pushed.with(status).inc();
    if (this.#health.message !== message)
      this.#context.log.write("warn", "a demo profile was not taken", { reason: message });
    this.#health = { state: "unhealthy", message };
  }

  /** A push under way is given up at the deadline. */
  async drain(deadline: Promise<void>): Promise<number> {
    this.#cancel();
    void deadline.then(() => this.#stop.abort());
    await this.#pushing;
    return 0;
  }
}

/** What a name with these labels could not be read with. */
function findBadLabel({ labels }: Args): string | undefined {
  for (const [name, value] of labels) {
    const problem = labelNameProblem(name) ?? (/[{},=]/.test(value) ? `invalid label value: ${value}` : undefined);
    if (problem !== undefined) return `labels: ${problem}`;
  }
  return undefined;
}

export const profilesSourceDemoRecord = defineRunning({
  spec: profilesSourceDemo,
  validate: findBadLabel,
  build: ({ args, context }) => new DemoProfiler(args, context),
});
