// Watching what runs, and changing it over and over: costly filters and drafts, clients that watch and do not read.
import { ask, CONFIG, JSON_BODY, openUnread } from "./ask.mjs";
import { timeout, until, whilePushing } from "./victim.mjs";

/** @type {readonly import("./attempt.mjs").Attack[]} */
export const attacks = [
  {
    name: "live: many clients that watch many components",
    async run(t) {
      const victim = await t.victim(CONFIG);
      const text =
        `${CONFIG}${Array.from({ length: 3400 }, (_, i) => `logs.process "p${i}" {\n forward_to = [logs.process.p${i + 1}.receiver]\n}\n`).join("")}logs.echo "p3400" { }\n`.replace(
          "[logs.process.p3400.receiver]",
          `[${"logs.echo.p3400.receiver,".repeat(5000)}]`,
        );
      const { status: deployed, text: said } = await ask(victim, "POST", "api/deploy", { text });
      t.expect(deployed === 200, `deploy: ${deployed} ${said.slice(0, 100)}`);
      await victim.forget();
      const opened = [];
      for (let i = 0; i < 4; i++) opened.push(await openUnread(victim, "api/live/events"));
      const { result, refused, longest } = await whilePushing(victim, async () => {
        const answers = [];
        for (let round = 0; round < 3; round++) {
          answers.push(...(await Promise.all(Array.from({ length: 5 }, () => ask(victim, "GET", "api/live")))));
          await timeout(1500);
        }
        return answers;
      });
      for (const { status, text: live } of result) {
        const found = status === 200 ? JSON.parse(live).components.length : 0;
        t.expect(found === 3403, `answered ${status} with ${found} components`);
      }
      t.expect(refused === 0, `${refused} honest pushes were not taken`);
      t.expect(longest < 2000, `a push waited ${longest.toFixed(0)} ms`);
      t.note(`${result[0]?.text.length} bytes`);
      for (const { socket } of opened) socket.destroy();
    },
  },
  {
    name: "tap: eight clients that read nothing, and sixteen more that watch",
    quick: true,
    async run(t) {
      const victim = await t.victim(CONFIG);
      const opened = [];
      for (let i = 0; i < 8; i++)
        opened.push(await openUnread(victim, "api/tap", { component: "logs.process.sink", rate: 1000 }));
      for (let i = 0; i < 16; i++) opened.push(await openUnread(victim, "api/live/events"));
      t.expect(
        opened.every(({ status }) => status === 200),
        `answered ${opened.map(({ status }) => status)}`,
      );
      const ninth = await ask(victim, "POST", "api/tap", { component: "logs.process.sink" });
      t.expect(ninth.status === 429, `a ninth tap is answered ${ninth.status}`);
      const line = "x".repeat(20_000);
      const begun = performance.now();
      const statuses = [];
      // More for each of them than a connection on the loopback takes by itself.
      for (let i = 0; i < 12; i++) statuses.push(await victim.push(Array(100).fill(line)));
      t.expect(
        statuses.every((status) => status === 204),
        `pushes were answered ${[...new Set(statuses)]}`,
      );
      t.note(`24 MB taken in ${(performance.now() - begun).toFixed(0)} ms`);
      // Who takes nothing of an answer for half a minute is gone.
      const freed = await until(
        async () => {
          await victim.push([line]);
          const controller = new AbortController();
          const response = await fetch(`${victim.url}api/tap`, {
            method: "POST",
            headers: JSON_BODY,
            body: '{"component": "logs.process.sink"}',
            signal: controller.signal,
          });
          controller.abort();
          return response.status === 200;
        },
        60_000,
        500,
      );
      t.expect(freed, "a client that reads nothing keeps a tap forever");
      for (const { socket } of opened) socket.destroy();
    },
  },
  {
    name: "tap: filters that take much",
    quick: true,
    async run(t) {
      const victim = await t.victim(CONFIG);
      const filters = [
        { selector: '{job=~"(a+)+$"}' },
        { selector: '{job=~"(a|aa)+b"}' },
        { selector: `{job=~"${".*a".repeat(8)}"}` },
        { selector: `{job=~"(?:[a-z]{1,100}){1,10}x"}` },
        { selector: `{${Array.from({ length: 400 }, (_, i) => `l${i}!="x"`).join()}}` },
        { text: `${"a".repeat(124)}b${"a".repeat(125)}` },
        { text: `b${"a".repeat(249)}` },
        { text: "ab".repeat(125) },
      ];
      const sockets = [];
      const said = [];
      for (const filter of filters) {
        const { socket, status } = await openUnread(victim, "api/tap", { component: "logs.process.sink", ...filter });
        sockets.push(socket);
        said.push(status);
      }
      t.expect(
        said.every((status) => status === 200 || status === 400),
        `answered ${said}`,
      );
      const statuses = new Set();
      for (let i = 0; i < 8; i++)
        statuses.add(
          await victim.push(Array(20).fill("a".repeat(200_000)), { labels: { job: `${"a".repeat(500)}${i}` } }),
        );
      t.expect([...statuses].join() === "204", `pushes were answered ${[...statuses]}`);
      t.note(`${said}`);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: "capture: lines in which secrets are looked for in vain",
    quick: true,
    async run(t) {
      const victim = await t.victim(CONFIG);
      const half = 500_000;
      const lines = [
        "a".repeat(half),
        "1 ".repeat(half / 2),
        "a.".repeat(half / 2),
        "eyJ".repeat(half / 3),
        "-----BEGIN PRIVATE KEY-----".repeat(half / 27),
        "password=".repeat(half / 9),
        "a@".repeat(half / 2),
        `a@${"b.".repeat(half / 2)}`,
        "://".repeat(half / 3),
        "https://a:".repeat(half / 10),
        "sk-a-".repeat(half / 5),
        '{"token":'.repeat(half / 9),
        "Authorization: Bearer ".repeat(half / 22),
        '\\\\"'.repeat(half / 6),
        'k="\\\\\\"v" '.repeat(half / 20),
        'token="\\\\" '.repeat(half / 22),
        "%2541".repeat(half / 5),
        'password="x1y2z3w4v5" '.repeat(half / 22),
      ];
      for (const line of lines) {
        const capturing = ask(victim, "POST", "api/capture", {
          component: "logs.process.sink",
          entries: 1,
          bytes: 4_000_000,
          seconds: 10,
        });
        let over = false;
        capturing.then(() => {
          over = true;
        });
        while (!over) {
          await victim.push([line]);
          await timeout(20);
        }
        const { status, text } = await capturing;
        t.expect(
          status === 200 && JSON.parse(text).entries === 1,
          `${line.slice(0, 20)}: ${status} ${text.slice(0, 100)}`,
        );
      }
    },
  },
  {
    name: "shadow: drafts that eat processor and memory",
    async run(t) {
      const victim = await t.victim(CONFIG);
      const drafts = {
        pattern: 'stage.regex {\n expression = "(?:a{1,50}){1,20}(?P<x>b)"\n}',
        template:
          'stage.template {\n source = "x"\n template = "{{ range until 300000 }}{{ sha256sum \\"x\\" | trunc 1 }}{{ end }}"\n}',
        memory:
          'stage.template {\n source = "x"\n template = "{{ repeat 1000 \\"x\\" | repeat 1000 | repeat 16 }}"\n}\nstage.multiline {\n firstline = "never"\n max_lines = 100000\n}',
      };
      for (const [name, stage] of Object.entries(drafts)) {
        const text = CONFIG.replace("forward_to = []", `forward_to = []\n${stage}`);
        const { result, taken, refused, longest } = await whilePushing(victim, async () => {
          const begun = await ask(victim, "POST", "api/shadow", { text, seconds: 20 });
          t.expect(begun.status === 200, `${name}: ${begun.status} ${begun.text}`);
          for (let i = 0; i < 100; i++) {
            await victim.push(Array(100).fill("a".repeat(1500)));
            const { text: said } = await ask(victim, "GET", "api/shadow");
            if (JSON.parse(said).state !== "running") break;
          }
          return JSON.parse((await ask(victim, "DELETE", "api/shadow")).text);
        });
        t.expect(taken > 0 && refused === 0, `${name}: ${refused} pushes were refused`);
        t.expect(longest < 2000, `${name}: a push waited ${longest.toFixed(0)} ms`);
        t.note(`${name}: ${result.state}${result.message === undefined ? "" : `: ${result.message}`}`);
      }
    },
  },
  {
    name: "shadow: begun twenty at once, and over and over",
    async run(t) {
      const victim = await t.victim(CONFIG);
      const text = CONFIG.replace("forward_to = []", "forward_to = []\nstage.decolorize { }");
      const all = await Promise.all(Array.from({ length: 20 }, () => ask(victim, "POST", "api/shadow", { text })));
      const statuses = all.map(({ status }) => status);
      t.expect(statuses.filter((status) => status === 200).length === 1, `of twenty, one should begin: ${statuses}`);
      t.expect(
        statuses.every((status) => [200, 409, 429].includes(status)),
        `answered ${statuses}`,
      );
      for (let i = 0; i < 10; i++) {
        t.expect((await ask(victim, "DELETE", "api/shadow")).status === 200, "it cannot be ended");
        t.expect((await ask(victim, "POST", "api/shadow", { text })).status === 200, "it cannot be begun again");
      }
    },
  },
  {
    name: "deploy: one after the other, forty at once, good and bad",
    async run(t) {
      const victim = await t.victim(CONFIG, { args: ["--data-dir", `${t.folder}/data`] });
      /** @param {number | string} i */
      const one = (i) =>
        CONFIG.replace("forward_to = []", `forward_to = []\nstage.static_labels {\n values = { n = "${i}" }\n}`);
      const { taken, refused } = await whilePushing(victim, async () => {
        for (let i = 0; i < 150; i++) {
          const { status } = await ask(victim, "POST", "api/deploy", { text: i % 3 === 2 ? `broken ${i}` : one(i) });
          t.expect(status === (i % 3 === 2 ? 400 : 200), `the ${i}th: ${status}`);
        }
        const many = await Promise.all(
          Array.from({ length: 40 }, (_, i) => ask(victim, "POST", "api/deploy", { text: one(`m${i}`) })),
        );
        const statuses = [...new Set(many.map(({ status }) => status))];
        t.expect(
          statuses.every((status) => status === 200 || status === 429),
          `of forty: ${statuses}`,
        );
      });
      t.expect(taken > 0 && refused === 0, `${refused} pushes were refused`);
      const { versions } = JSON.parse((await ask(victim, "GET", "api/versions")).text);
      t.expect(versions.length <= 100, `${versions.length} versions are kept`);
      const base = await ask(victim, "POST", "api/deploy", { text: one("late"), base: versions.at(-1).number });
      t.expect(base.status === 409 && JSON.parse(base.text).current !== undefined, `a changed base: ${base.status}`);
    },
  },
];
