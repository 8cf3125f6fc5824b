/** Which file answers which address: what is written is found again by every form of its address. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalPath } from "../../src/cli/serve/host.js";
import { answeringFiles, barePath, pageFile, pageOfFile } from "../../src/shared/page-path.js";
import { Addresses } from "../../src/tools/links/addresses.js";

/** Path of a page, `index` aside: it would be the page of its folder. */
const pages = fc
  .array(fc.stringMatching(/^[a-zé0-9][a-zé0-9._ -]{0,8}$/), { maxLength: 3 })
  .filter((names) => !names.some((name) => /^index$|\.html$|^index\.html$/.test(name)))
  .map((names) => names.join("/"));
const formats = fc.constantFrom("directory" as const, "file" as const);

test("the file of a page is the page's, and answers each of its addresses", () => {
  fc.assert(
    fc.property(pages, formats, (page, format) => {
      const file = pageFile(page, format);
      expect(pageOfFile(file)).toBe(page);
      expect(answeringFiles(page)).toContain(file);
      if (page !== "") expect(answeringFiles(`${page}/`)).toContain(file);
      for (const address of [`/${page}`, `/${page}/`, `/${file}`]) expect(barePath(address)).toBe(`/${page}`);
    }),
  );
});

test("the server, the check of links and the address that each of them writes agree", () => {
  fc.assert(
    fc.property(pages, formats, fc.boolean(), (page, format, trailingSlash) => {
      const file = pageFile(page, format);
      const hidesHtml = format === "file";
      const addresses = new Addresses([file], { base: "/", trailingSlash, hidesHtml });
      const written = addresses.addressOf(file);
      expect(written).toBe(`/${canonicalPath(file, { baseUrl: "/", trailingSlash })}`);
      expect(addresses.find(written.slice(1))).toBe(file);
      expect(addresses.findFolded(written.slice(1).toUpperCase())).toBe(file);
      expect(barePath(written)).toBe(`/${page}`);
    }),
  );
});
