/** What a Docusaurus site says of its look: navigation, footer, announcement, colours, search, and elements of the head. */
import { staticPath } from "./docusaurus.js";
import { asList, asObject, asText, defined, type Loose, type NotTaken, type OldSite } from "./generator.js";

type Keys = OldSite["keys"];
type NavbarItems = NonNullable<NonNullable<Keys["navbar"]>["items"]>;
type Columns = NonNullable<NonNullable<Keys["footer"]>["columns"]>;
type Head = NonNullable<Keys["head"]>;
type Place = (key: string) => { file: string; line: number };

/** @param place of a key in the old configuration. @param hasDocs whether items can lead to pages of the docs. */
export function themeKeys(
  config: Loose,
  place: Place,
  notTaken: NotTaken[],
  hasDocs: boolean,
): { keys: Keys; guesses: OldSite["guesses"] } {
  const theme = asObject(config.themeConfig);
  const metadata = asList(theme.metadata).map(asObject);
  const meta = (name: string) => asText(metadata.find((one) => one.name === name || one.property === name)?.content);
  const color = meta("theme-color");
  const { title, logo, items } = asObject(theme.navbar);
  const { src, srcDark, href, alt } = asObject(logo);
  const left = navbarItems(asList(items), "themeConfig.navbar.items", { place, notTaken, hasDocs });
  const { copyright, links } = asObject(theme.footer);
  const columns = columnsOf(asList(links), "themeConfig.footer.links", place, notTaken);
  const { id, content, isCloseable } = asObject(theme.announcementBar);
  const bar = asText(content);
  const { defaultMode, respectPrefersColorScheme } = asObject(theme.colorMode);
  const mark = defined({
    src: staticPath(src),
    srcDark: staticPath(srcDark),
    href: asText(href),
    label: asText(title) ?? asText(alt),
  });
  const head = [...headOf(config, metadata, place, notTaken), ...scriptsOf(config, place, notTaken)];
  const address = meta("ican:xcb") ?? asText(asObject(config.customFields).ican);
  return {
    keys: defined({
      themeColor: color && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined,
      address,
      socialImage: staticPath(theme.image),
      navbar:
        left.length > 0 || Object.keys(mark).length > 0
          ? defined({ logo: mark, items: left.length > 0 ? left : undefined })
          : undefined,
      footer:
        columns.length > 0 || asText(copyright)
          ? defined({ columns: columns.length > 0 ? columns : undefined, copyright: asText(copyright) })
          : undefined,
      announcement: bar
        ? defined({ id: asText(id) ?? "announcement", text: bar, closable: isCloseable === false ? false : undefined })
        : undefined,
      colorMode:
        defaultMode === "dark" || respectPrefersColorScheme === false
          ? defined({
              default: defaultMode === "dark" ? ("dark" as const) : undefined,
              respectSystem: respectPrefersColorScheme === true,
            })
          : undefined,
      search: searchOf(theme, place, notTaken),
      head: head.length > 0 ? head : undefined,
    }),
    guesses: {},
  };
}

interface Context {
  place: Place;
  notTaken: NotTaken[];
  hasDocs: boolean;
}

/** Kinds of items that every site has by itself. */
const builtIn = new Set(["search", "localeDropdown", "docsVersionDropdown"]);

function navbarItems(items: readonly unknown[], key: string, context: Context): NavbarItems {
  const { place, notTaken, hasDocs } = context;
  return items.flatMap((one, index): NavbarItems => {
    const path = `${key}[${index}]`;
    const item = asObject(one);
    const { type = "default" } = item as { type?: string };
    const label = asText(item.label) ?? asText(item["aria-label"]);
    const position = item.position === "right" ? { position: "right" as const } : {};
    const to = asText(item.to) ?? asText(item.href);
    if (builtIn.has(type)) return [];
    if (hasDocs && type === "docSidebar" && asText(item.sidebarId))
      return [defined({ type, sidebarId: String(item.sidebarId), label, ...position })] as NavbarItems;
    if (hasDocs && type === "doc" && asText(item.docId))
      return [defined({ type, docId: String(item.docId), label, ...position })] as NavbarItems;
    if (Array.isArray(item.items)) {
      notTaken.push({
        ...place(path),
        name: `${path} (${label ?? type})`,
        reason: "a menu: its links are in the bar itself",
        page: "make-it-yours.md",
      });
      return navbarItems(item.items, `${path}.items`, context).map((inner) => ({ ...inner, ...position }));
    }
    if (to !== undefined && label !== undefined && /^(?:https?:)?\//.test(to))
      return [{ type: "link", label, to, ...position, ...(item.target === "_blank" && { newTab: true }) }];
    notTaken.push({
      ...place(path),
      name: path,
      reason: `an item ${type === "default" ? "without a label or an address" : `of type ${type}`}: items are links, docs and insights`,
      page: "make-it-yours.md",
    });
    return [];
  });
}

/** Columns, or a list of links without any. */
function columnsOf(list: readonly unknown[], key: string, place: Place, notTaken: NotTaken[]): Columns {
  const linksOf = (items: readonly unknown[], path: string) =>
    items.flatMap((one, index): Columns[number]["links"] => {
      const item = asObject(one);
      const [label, to] = [asText(item.label), asText(item.to) ?? asText(item.href)];
      if (label && to) return [{ label, to }];
      notTaken.push({
        ...place(`${path}[${index}]`),
        name: `${path}[${index}]`,
        reason: "HTML of its own: the footer has links with a label",
        page: "make-it-yours.md",
      });
      return [];
    });
  const isColumns = list.some((one) => Array.isArray(asObject(one).items));
  if (!isColumns) {
    const links = linksOf(list, key);
    return links.length > 0 ? [{ title: "Links", links }] : [];
  }
  return list.flatMap((one, index) => {
    const { title, items } = asObject(one);
    const links = linksOf(asList(items), `${key}[${index}].items`);
    return links.length > 0 ? [{ title: asText(title) ?? "Links", links }] : [];
  });
}

function searchOf(theme: Loose, place: Place, notTaken: NotTaken[]): Keys["search"] {
  const { appId, apiKey, indexName } = asObject(theme.algolia);
  const hosted = [appId, apiKey, indexName].map(asText);
  const [id, key, index] = hosted;
  if (id && key && index) return { provider: "algolia", appId: id, apiKey: key, indexName: index };
  if (theme.algolia !== undefined)
    notTaken.push({
      ...place("themeConfig.algolia"),
      name: "themeConfig.algolia",
      reason: "application, public key or index is missing; the built-in search needs none",
      page: "search.md",
    });
  return undefined;
}

/** What the program writes by itself, or says in a key of its own. */
const ownMeta = /^(?:og:|twitter:|description$|theme-color$|ican:xcb$|generator$|viewport$|docsearch:)/;

function headOf(config: Loose, metadata: readonly Loose[], place: Place, notTaken: NotTaken[]): Head {
  const ofTheme = metadata.flatMap(({ name, property, content }): Head => {
    const names = defined({ name: asText(name), property: asText(property) });
    const text = asText(content);
    const which = names.name ?? names.property;
    return which === undefined || text === undefined || ownMeta.test(which)
      ? []
      : [{ tag: "meta", ...names, content: text }];
  });
  const tags = asList(config.headTags).flatMap((one, index): Head => {
    const { tagName, attributes, innerHTML } = asObject(one);
    const given = asObject(attributes);
    const { rel, href, name, property, content, src, type, as } = Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, asText(value)]),
    );
    const which = name ?? property;
    if (tagName === "meta" && which && content)
      return ownMeta.test(which) ? [] : [defined({ tag: "meta" as const, name, property, content })];
    if (tagName === "link" && rel && href)
      return /^(?:manifest|canonical|alternate|(?:shortcut )?icon)$/.test(rel)
        ? []
        : [defined({ tag: "link" as const, rel, href, as, type })];
    if (tagName === "script" && src) return [defined({ tag: "script" as const, src, type })];
    const what =
      innerHTML === undefined ? "an element without an equal" : "code in the page itself, which its policy forbids";
    notTaken.push({
      ...place(`headTags[${index}]`),
      name: `headTags[${index}] (${String(tagName)}${type ? `, ${type}` : ""})`,
      reason: what,
      page: "make-it-yours.md",
    });
    return [];
  });
  return [...ofTheme, ...tags];
}

/** Scripts are written for the pages of another generator: a person decides. */
function scriptsOf(config: Loose, place: Place, notTaken: NotTaken[]): Head {
  for (const key of ["scripts", "stylesheets", "clientModules"])
    for (const [index, one] of asList(config[key]).entries()) {
      const name = asText(one) ?? asText(asObject(one).src) ?? asText(asObject(one).href) ?? key;
      const reason =
        key === "stylesheets"
          ? "a style sheet for other pages: `styles` has yours"
          : "a script for other pages: `head` has yours";
      notTaken.push({
        ...place(`${key}[${index}]`),
        name: `${key}[${index}] (${name})`,
        reason,
        page: "make-it-yours.md",
      });
    }
  return [];
}
