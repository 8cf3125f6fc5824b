/** A site's own templates are rendered by the package's React, whatever else is installed beside them. */
import { expect, test, vi } from "vitest";
import { compileTemplates } from "../../src/output/assets/templates.js";
import type { PageView } from "../../src/shared/view.js";
import { buildSite, makeSite, proposalText, texts } from "../support/site.js";

const footer = `import { useId } from "react";
  export default function Footer() { return <footer className="own" id={useId()}>{"Our own " + helper()}</footer>; }
  const helper = () => "footer";`;

test("another React in the site's node_modules, or none, is not used", async () => {
  const other = {
    "node_modules/react/package.json": '{ "name": "react", "version": "18.0.0", "main": "index.js" }',
    "node_modules/react/index.js": "throw new Error('another React');",
    "node_modules/react/jsx-runtime.js": "throw new Error('another React');",
  };
  const content = { "content/cip/cbc/cip-20.md": proposalText(20), "templates/Footer.tsx": footer };
  for (const files of [content, { ...content, ...other }]) {
    const site = await buildSite(files);
    expect(site.diagnostics).toEqual([]);
    expect(texts(site.page("/cip/cbc/cip-20"), "footer.own")).toEqual(["Our own footer"]);
  }
});

test("the source map of templates is read once for all of their failures", async () => {
  const root = makeSite({ "templates/RedirectPage.tsx": 'export default () => {\n  throw new Error("none");\n};\n' });
  const { value: templates } = await compileTemplates(root, ["RedirectPage.tsx"]);
  const failure = () => {
    try {
      return templates?.render({ kind: "redirect" } as PageView, (key) => key);
    } catch (error) {
      return error;
    }
  };
  const location = { file: "templates/RedirectPage.tsx", line: 2, column: 9 };
  const failed = expect.objectContaining({ message: "none", location });
  expect(failure()).toEqual(failed);
  const reading = vi.spyOn(JSON, "parse");
  const again = failure();
  const readings = reading.mock.calls.length;
  reading.mockRestore();
  expect(again).toEqual(failed);
  expect(readings).toBe(0);
});
