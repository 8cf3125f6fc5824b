/** Feeds as text: any entry can be read again as it was. */
import fc from "fast-check";
import sax from "sax";
import { expect, test } from "vitest";
import { atom, atomEntry, type FeedEntry, jsonFeed, rss } from "../../src/output/files/feed-formats.js";
import { escapeHtml } from "../../src/shared/text.js";

const text = fc.string({
  unit: fc.constantFrom("a", " ", "&", "<", ">", '"', "'", "]", "]]>", "&amp;", "<![CDATA[", "é", "𝒙"),
  minLength: 1,
});
const day = fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true });
const entry: fc.Arbitrary<FeedEntry> = fc.record(
  {
    title: text,
    id: text,
    link: text,
    description: text,
    content: text,
    published: day,
    updated: day,
    authors: fc.array(fc.record({ name: text, email: text }), { maxLength: 2 }),
    tags: fc.array(text, { maxLength: 2 }),
  },
  { requiredKeys: ["title", "id", "link", "description", "updated", "authors", "tags"] },
);

const facts = {
  author: "Register",
  id: "i",
  link: "l",
  self: "s",
  language: "en",
  copyright: "©",
  updated: new Date(0),
};

/** The texts of all elements of a name, without those at the level of the feed. */
function textsOf(xml: string, name: string, inside: string): string[] {
  const parser = sax.parser(true);
  const open: string[] = [];
  const found: string[] = [];
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = (tag) => {
    open.push(tag.name);
    if (tag.name === name && open.includes(inside)) found.push("");
  };
  parser.onclosetag = () => open.pop();
  const add = (part: string) => {
    if (open.at(-1) === name && open.includes(inside)) found[found.length - 1] += part;
  };
  parser.ontext = add;
  parser.oncdata = add;
  parser.write(xml).close();
  return found;
}

/** The terms of all categories. */
function termsOf(xml: string): string[] {
  const parser = sax.parser(true);
  const found: string[] = [];
  parser.onopentag = ({ name, attributes }) => {
    if (name === "category") found.push(attributes.term as string);
  };
  parser.write(xml).close();
  return found;
}

test("every format has the texts of every entry, whatever characters are in them", () => {
  fc.assert(
    fc.property(text, fc.array(entry, { maxLength: 3 }), (title, entries) => {
      const feed = { ...facts, title, description: title };
      const html = entries.map((one) => escapeHtml(one.title));
      const contents = entries.flatMap(({ content }) => content ?? []);

      const asAtom = atom(feed, entries.map(atomEntry));
      expect(textsOf(asAtom, "title", "entry")).toEqual(html);
      expect(textsOf(asAtom, "id", "entry")).toEqual(entries.map(({ id }) => id));
      expect(textsOf(asAtom, "content", "entry")).toEqual(contents);
      expect(textsOf(asAtom, "subtitle", "feed")).toEqual([title]);

      // Required by RFC 4287, sections 4.1.1 and 4.2.2.
      expect(textsOf(asAtom, "author", "feed").length).toBeGreaterThan(textsOf(asAtom, "author", "entry").length);
      expect(termsOf(asAtom)).toEqual(entries.flatMap(({ tags }) => tags));

      const asRss = rss(feed, entries);
      expect(textsOf(asRss, "title", "item")).toEqual(html);
      expect(textsOf(asRss, "content:encoded", "item")).toEqual(contents);
      expect(textsOf(asRss, "category", "item")).toEqual(entries.flatMap(({ tags }) => tags));
      expect(textsOf(asRss, "dc:creator", "item")).toEqual(
        entries.flatMap(({ authors }) => authors.map((one) => one.name)),
      );

      const asJson: { title: string; items: Record<string, string>[] } = JSON.parse(jsonFeed(feed, entries));
      expect(asJson.title).toBe(title);
      expect(asJson.items.map(({ title: written }) => written)).toEqual(entries.map((one) => one.title));
      expect(asJson.items.map(({ content_html }) => content_html)).toEqual(
        entries.map(({ content, description: about }) => content || escapeHtml(about)),
      );
    }),
    { numRuns: 300 },
  );
});
