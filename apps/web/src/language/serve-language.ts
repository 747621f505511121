/** The worker side that understands configurations: problems, stages, completion, hover, formatting. Stateless. */
import { complete, formatFile, hover } from "@sluice/engine";
import type { WorkerScope } from "../preview/worker-port.ts";
import { analyze } from "./analyze.ts";
import type { LanguageReply, LanguageRequest } from "./protocol.ts";

function answer(request: LanguageRequest): LanguageReply {
  const { id } = request;
  switch (request.type) {
    case "analyze":
      return { type: "analyze", id, analysis: analyze(request.text) };
    case "complete":
      return { type: "complete", id, items: complete(request.text, request.offset) };
    case "hover":
      return { type: "hover", id, hover: hover(request.text, request.offset) };
    case "format": {
      const formatted = formatFile(request.text);
      return { type: "format", id, text: formatted.ok ? formatted.text : undefined };
    }
  }
}

export function serveLanguage(scope: WorkerScope<LanguageRequest, LanguageReply>): void {
  scope.onmessage = ({ data }) => {
    try {
      scope.postMessage(answer(data));
    } catch (error) {
      scope.postMessage({
        type: "failed",
        id: data.id,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  };
}
