/**
 * The script of both workers: one understands the configuration while it is typed, the other runs previews and may be
 * busy or ended at any time. One script, so that the engine is loaded once. The worker's name says which it is. What only the
 * former needs is a chunk of its own: a first visit shows its results before there is one.
 */
import { servePreview } from "./serve-preview.ts";

const scope: unknown = self;
if (self.name === "language") serveLanguageLater(scope as LanguageScope);
else servePreview(scope as Parameters<typeof servePreview>[0]);

type LanguageScope = Parameters<typeof import("./serve-language.ts").serveLanguage>[0];

/** What is asked meanwhile waits. */
async function serveLanguageLater(languages: LanguageScope): Promise<void> {
  const waiting: Parameters<NonNullable<LanguageScope["onmessage"]>>[0][] = [];
  languages.onmessage = (event) => void waiting.push(event);
  try {
    const { serveLanguage } = await import("./serve-language.ts");
    serveLanguage(languages);
    for (const event of waiting) languages.onmessage?.(event);
  } catch (error) {
    // As an error of the worker, which the page hears of.
    setTimeout(() => {
      throw error;
    });
  }
}
