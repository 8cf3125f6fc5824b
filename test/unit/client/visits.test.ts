/** Which sections of a text the browser takes for changed. */
import fc from "fast-check";
import { Window } from "happy-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { showVisits } from "../../../client/visits.js";
import { noPageTools } from "../../support/page-tools.js";

interface Section {
  name: string;
  text: string;
}

const tools = { ...noPageTools, word: () => "changed" };
let window: Window;

beforeEach(() => open());

function open(): void {
  window = new Window({ url: "https://site.example/cip/cip-1" });
  for (const name of ["document", "location", "localStorage", "sessionStorage"] as const)
    vi.stubGlobal(name, window[name]);
  vi.stubGlobal("window", window);
}

/** @returns the sections that the line names, undefined where it is not shown. */
function visit(digest: string, sections: readonly Section[]): string[] | undefined {
  const prose = sections.map(({ name, text }) => `<h2 id="${name}">${name}</h2><p>${text}</p>`).join("");
  window.document.body.innerHTML = `<article data-digest="${digest}"><div class="prose"><p>Beginning</p>${prose}</div>
    <p class="visit" hidden><span class="visit-sections"></span></p></article>`;
  showVisits(tools);
  const line = window.document.querySelector(".visit");
  if (line?.hasAttribute("hidden")) return undefined;
  return [...(line?.querySelectorAll("a") ?? [])].map(({ textContent }) => textContent);
}

const section = fc.record({ name: fc.constantFrom("a", "b", "c", "d"), text: fc.constantFrom("x", "y", "z") });
const sections = fc.uniqueArray(section, { selector: ({ name }) => name, maxLength: 3 });

test("exactly those that are new or say something else, wherever they were moved", () => {
  fc.assert(
    fc.property(sections, sections, (before, after) => {
      open();
      expect(visit("one", before)).toBeUndefined();
      const known = new Set(before.map(({ name, text }) => `${name} ${text}`));
      const changed = after.filter(({ name, text }) => !known.has(`${name} ${text}`)).map(({ name }) => name);
      expect(visit("two", after)).toEqual(changed);
      // A reload says the same; what was read now is what the next visit is compared with.
      expect(visit("two", after)).toEqual(changed);
      window.sessionStorage.clear();
      expect(visit("two", after)).toBeUndefined();
      expect(visit("three", after)).toEqual([]);
    }),
  );
});
