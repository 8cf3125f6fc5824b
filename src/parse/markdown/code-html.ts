/**
 * Writes highlighted code as HTML while it is read. The highlighter's own emitter first builds a tree, and walks it
 * again for every text within another language.
 */

/** Implements the interface that highlight.js calls `Emitter`; the HTML is that of its own one. */
export class CodeHtml {
  private html = "";
  /** Whether each open scope has a tag. */
  private readonly open: boolean[] = [];

  addText(text: string): void {
    this.html += escapeCode(text);
  }

  openNode(scope: string | undefined): void {
    if (scope) this.html += startTag(scope);
    this.open.push(Boolean(scope));
  }

  closeNode(): void {
    if (this.open.pop()) this.html += "</span>";
  }

  startScope(scope: string): void {
    this.openNode(scope);
  }

  endScope(): void {
    this.closeNode();
  }

  /** Adds a text in another language. */
  __addSublanguage(other: CodeHtml, name: string): void {
    other.finalize();
    this.html += name ? `<span class="language-${name}">${other.html}</span>` : other.html;
  }

  finalize(): void {
    while (this.open.length > 0) this.closeNode();
  }

  toHTML(): string {
    return this.html;
  }
}

const startTags = new Map<string, string>();

/** `title.function` has the classes `hljs-title function_`. */
function startTag(scope: string): string {
  const known = startTags.get(scope);
  if (known) return known;
  const [first, ...others] = scope.split(".");
  const classes = [`hljs-${first}`, ...others.map((name, index) => name + "_".repeat(index + 1))];
  const tag = `<span class="${classes.join(" ")}">`;
  startTags.set(scope, tag);
  return tag;
}

const special = /[&<>"']/;

function escapeCode(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}
