/** A configuration and lines through the server: the same engine in another process, which only has the file. */
import { expect } from "playwright/test";

export interface PreviewedEntry {
  readonly line: string;
  readonly timestamp: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface Previewed {
  readonly outputs: readonly { readonly entry: PreviewedEntry }[];
  readonly summary: { readonly balance: { readonly in: number; readonly out: number; readonly dropped: number } };
}

export async function preview(url: string, config: string, log: string): Promise<Previewed> {
  const answer = await fetch(`${url}api/preview`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ config, samples: log }),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return JSON.parse(text) as Previewed;
}
