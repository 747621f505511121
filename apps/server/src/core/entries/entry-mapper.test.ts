import { expect, it } from "vitest";
import { CollectingReceiver, entry, settle } from "../../testing/fixtures.ts";
import { EntryMapper } from "./entry-mapper.ts";
import { NotSecured, type PushAnswer } from "./receiver.ts";

/** Durable: answers when the test says so. */
class Disk extends CollectingReceiver {
  readonly ends: { resolve: (answer: PushAnswer) => void; reject: (error: Error) => void }[] = [];

  secure(): PushAnswer | Promise<PushAnswer> {
    if (this.full) return "full";
    return new Promise((resolve, reject) => this.ends.push({ resolve, reject }));
  }
}

const dropping = { map: (batch: readonly ReturnType<typeof entry>[]) => batch.filter(({ line }) => line !== "drop") };

it("waits for what is durable behind it, with more than one batch at a time", async () => {
  const disk = new Disk();
  const handed: number[] = [];
  const mapper = new EntryMapper({ ...dropping, handedOn: (count) => handed.push(count) }, disk);
  const answers = [mapper.secure([entry("a"), entry("drop")]), mapper.secure([entry("b")])];
  expect([mapper.full, disk.ends.length]).toEqual([false, 2]);
  for (const { resolve } of disk.ends) resolve("accepted");
  expect([await Promise.all(answers), handed]).toEqual([
    ["accepted", "accepted"],
    [1, 1],
  ]);
  expect(mapper.secure([entry("drop")])).toBe("accepted");
});

it("passes on why a batch was not secured", async () => {
  const disk = new Disk();
  const mapper = new EntryMapper(dropping, disk);
  const answer = mapper.secure([entry("a")]);
  disk.ends[0]!.reject(new NotSecured("no space"));
  await expect(answer).rejects.toThrow("no space");
  expect(mapper.full).toBe(false);
});

it("refuses before it changes anything while what comes next is full", () => {
  const disk = new Disk();
  const mapper = new EntryMapper(dropping, disk);
  disk.blocked = true;
  expect([mapper.secure([entry("a")]), mapper.full]).toEqual(["full", false]);
});

/** Becomes full while it is asked. */
class Filling extends Disk {
  override secure(): PushAnswer | Promise<PushAnswer> {
    if (this.ends.length > 0 || this.full) return super.secure();
    this.blocked = true;
    return "full";
  }
}

it("holds a batch that became full behind it, takes no other, and goes on when there is room", async () => {
  const disk = new Filling();
  const mapper = new EntryMapper(dropping, disk);
  let told: PushAnswer | undefined;
  void Promise.resolve(mapper.secure([entry("a")])).then((answer) => (told = answer));
  let room = 0;
  mapper.whenRoom(() => room++);
  expect([mapper.full, mapper.secure([entry("b")]), mapper.push([entry("b")])]).toEqual([true, "full", "full"]);
  disk.ends.push({ resolve: () => {}, reject: () => {} });
  disk.blocked = false;
  await settle();
  disk.ends[1]!.resolve("accepted");
  await settle();
  expect([told, room, mapper.full]).toEqual(["accepted", 1, false]);
});
