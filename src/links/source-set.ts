/** Pictures of `srcset`, parsed by the rules of HTML. */
import type { FoundLink } from "./facts.js";

/** The URLs of `a.png 1x, b.png 2x`: each ends at white space, and a comma at its end belongs to the list. */
export function sourceSet({ text, offset }: { text: string; offset: number }): FoundLink[] {
  const found: FoundLink[] = [];
  const next = /[\s,]*([^\s,]\S*)/y;
  const descriptor = /[^,]*/y;
  for (let match = next.exec(text); match; match = next.exec(text)) {
    const written = match[1] ?? "";
    const url = written.replace(/,+$/, "");
    found.push({ url, kind: "resource", wants: "picture", offset: offset + next.lastIndex - written.length });
    if (url !== written) continue;
    descriptor.lastIndex = next.lastIndex;
    descriptor.exec(text);
    next.lastIndex = descriptor.lastIndex;
  }
  return found.length > 0 ? found : [{ url: "", kind: "resource", offset }];
}
