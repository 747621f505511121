import { describe, expect, it } from "vitest";
import type { ResponseMessage } from "vscode-languageserver";
import { guardLifecycle, refusalOf } from "./lifecycle.ts";

describe("the life of a server", () => {
  it.each([
    ["new", "initialize", undefined],
    ["new", "textDocument/hover", -32002],
    ["new", "shutdown", -32002],
    ["running", "initialize", -32600],
    ["running", "textDocument/hover", undefined],
    ["shut down", "textDocument/hover", -32600],
    ["shut down", "shutdown", -32600],
  ] as const)("%s, %s is refused with %s", (phase, method, code) => expect(refusalOf(phase, method)?.code).toBe(code));

  it("lets through what its phase allows, and answers the rest", async () => {
    const answers: ResponseMessage[] = [];
    const through: string[] = [];
    let ended = 0;
    const { handleMessage } = guardLifecycle(
      (answer) => void answers.push(answer),
      () => void ended++,
    );
    const send = (method: string, id?: number) =>
      handleMessage({ jsonrpc: "2.0", method, ...(id === undefined ? {} : { id }) } as never, async (message) => {
        through.push((message as unknown as { method: string }).method);
      });
    await send("textDocument/didOpen");
    await send("textDocument/hover", 1);
    await send("initialize", 2);
    await send("initialized");
    await send("textDocument/hover", 3);
    await send("shutdown", 4);
    await send("textDocument/didChange");
    await send("textDocument/hover", 5);
    await send("exit");
    expect(through).toEqual(["initialize", "initialized", "textDocument/hover", "shutdown", "exit"]);
    expect(answers).toMatchObject([
      { id: 1, error: { code: -32002 } },
      { id: 5, error: { code: -32600 } },
    ]);
    expect(ended).toBe(1);
  });
});
