/** A site's own templates are rendered by the package's React, whatever else is installed beside them. */
import { expect, test } from "vitest";
import { buildSite, proposalText, texts } from "../support/site.js";

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
