import { LabelSet } from "@sluice/engine";
import { expect, it } from "vitest";
import { ShadowSampling } from "./shadow-sample.ts";
import { type ShadowLoad, ShadowSteering } from "./shadow-steering.ts";

const LITTLE: ShadowLoad = { processor: 0.1, memory: 0.3, waiting: 0, copying: 0.001, crowded: false };

function begin() {
  const sampling = new ShadowSampling({ stream: [], global: [] }, 1);
  const steering = new ShadowSteering(sampling);
  /** What it says, and one in how many it takes then. */
  const look = (load: Partial<ShadowLoad>, times = 1) => {
    for (let i = 1; i < times; i++) steering.look({ ...LITTLE, ...load });
    return [steering.look({ ...LITTLE, ...load }), sampling.every];
  };
  return { sampling, look };
}

it("takes more while it needs little, and no more once it had to take fewer", () => {
  const { sampling, look } = begin();
  for (let i = 0; i < 3; i++) sampling.thin();
  expect(look({})).toEqual(["more", 4]);
  expect(look({ processor: 0.5 }, 10)).toEqual(["same", 4]);
  expect(look({ memory: 0.7 })).toEqual(["same", 4]);
  expect(look({})).toEqual(["more", 2]);
  expect(look({ processor: 1.2 })).toEqual(["fewer", 4]);
  expect(look({}, 10)).toEqual(["same", 4]);
});

it("lets what is on its way through before it takes fewer again", () => {
  const { look } = begin();
  look({}, 5);
  expect(look({ processor: 6 })).toEqual(["fewer", 8]);
  expect(look({ processor: 2 })).toEqual(["same", 8]);
  expect(look({ processor: 2 })).toEqual(["same", 8]);
  expect(look({ processor: 2 })).toEqual(["fewer", 16]);
});

it("ignores the processor time of its first looks, but minds room from the first one on", () => {
  expect(begin().look({ processor: 9 }, 5)).toEqual(["same", 1]);
  expect(begin().look({ crowded: true })).toEqual(["fewer", 2]);
  expect(begin().look({ waiting: 1.5 })).toEqual(["fewer", 2]);
});

it("takes fewer where copying is slow for several looks, since once may be the machine", () => {
  const { look } = begin();
  look({});
  expect(look({ copying: 0.5 }, 2)).toEqual(["same", 1]);
  expect(look({ copying: 0.09 })).toEqual(["fewer", 2]);
});

it("says where it can take no fewer", () => {
  const sampling = new ShadowSampling({ stream: ["logs.process.main 1 multiline"], global: [] }, 1);
  const steering = new ShadowSteering(sampling);
  const entry = { labels: LabelSet.of({ job: "a" }) };
  sampling.take([entry], () => true);
  const said = Array.from({ length: 3 }, () => steering.look({ ...LITTLE, waiting: 2 }));
  expect(said).toEqual(["same", "same", "too-much"]);
  sampling.take([entry], () => false);
  expect(steering.look(LITTLE)).toBe("lost");
});
