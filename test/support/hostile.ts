/** HTML that tries to run code, and the check that none of it can: shared by the tests of single texts and of whole pages. */
import { parseDocument } from "htmlparser2";
import { authorTags, isAllowed } from "./allowed.js";
import { parseHtml } from "./site.js";

/** Each by what it tries. */
export const vectors: Record<string, string> = {
  script: "<script>alert(1)</script>",
  "script in capitals": "<ScRiPt>alert(1)</sCrIpT>",
  "script with a slash": "<script/x>alert(1)</script>",
  "script in a script": "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "unclosed script": '<script src="https://x.example/a.js"',
  "script after a NUL": "<\0script>alert(1)</script>",
  "script inside a paragraph": "text <b><script>alert(1)</script></b>",
  "handler on a picture": '<img src=x onerror="alert(1)">',
  "handler without quotes": "<img src=x onerror=alert(1)>",
  "handler after a slash": "<img/src=x/onerror=alert(1)>",
  "handler after a form feed": "<img src=x\fonerror=alert(1)>",
  "handler in capitals": "<p OnClIcK=alert(1)>x</p>",
  "handler in an attribute's quote": `<a title='"onmouseover=alert(1)' href="https://x.example">x</a>`,
  "handler in an unbalanced quote": '<img alt="`><img src=x onerror=alert(1)">',
  "handler in a bidirectional name": "<p on\u202eclick=alert(1) onclick=alert(1)>x</p>",
  "details that toggles": "<details open ontoggle=alert(1)><summary>x</summary></details>",
  "javascript link": '<a href="javascript:alert(1)">x</a>',
  "javascript in capitals": '<a href="JaVaScRiPt:alert(1)">x</a>',
  "javascript with entities": '<a href="&#106;avascript&colon;alert(1)">x</a>',
  "javascript with long entities": '<a href="&#x000006A;&#x61vascript:alert(1)">x</a>',
  "javascript with a tab": '<a href="java&Tab;script:alert(1)">x</a>',
  "javascript with a new line": '<a href="java\nscript:alert(1)">x</a>',
  "javascript after a control character": '<a href="&#1;javascript:alert(1)">x</a>',
  "javascript after spaces": '<a href=" \u00a0 javascript:alert(1)">x</a>',
  "javascript with a soft hyphen": '<a href="java\u00adscript:alert(1)">x</a>',
  "javascript picture": '<img src="javascript:alert(1)">',
  "javascript citation": '<blockquote cite="javascript:alert(1)">x</blockquote><q cite="javascript:alert(1)">y</q>',
  vbscript: '<a href="vbscript:msgbox(1)">x</a>',
  "data page": '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  "data picture": '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  "data after a control character": '<a href="\u0001data:text/html,<script>alert(1)</script>">x</a>',
  "source set":
    '<img srcset="javascript:alert(1) 1x" src="a.png"><picture><source srcset="x" onerror=alert(1)></picture>',
  "svg that loads": "<svg onload=alert(1)></svg>",
  "svg script": "<svg><script>alert(1)</script></svg>",
  "svg animation": '<svg><a><animate attributeName=href values="javascript:alert(1)"/><text>x</text></a></svg>',
  "svg use": '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/></svg>',
  "math link": '<math><maction actiontype="statusline" xlink:href="javascript:alert(1)">x</maction></math>',
  "style element": "<style>@import 'https://x.example/a.css'; * { display: none }</style>",
  "style attribute": '<p style="position:fixed;inset:0;background:url(javascript:alert(1))">x</p>',
  "link to a style sheet": '<link rel="stylesheet" href="https://x.example/a.css">',
  iframe: '<iframe src="javascript:alert(1)"></iframe>',
  "iframe with a document": '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  "frame set": '<frameset><frame src="javascript:alert(1)"></frameset>',
  "meta refresh": '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  base: '<base href="https://evil.example/">',
  form: '<form action="javascript:alert(1)"><button>x</button></form>',
  "form action of a button": '<button formaction="javascript:alert(1)">x</button>',
  "focused input": "<input onfocus=alert(1) autofocus>",
  select: "<select onfocus=alert(1) autofocus><option>x</select>",
  object: '<object data="javascript:alert(1)"></object>',
  embed: '<embed src="javascript:alert(1)">',
  applet: '<applet code="x"></applet>',
  "video source": "<video><source onerror=alert(1)></video>",
  audio: "<audio src=x onerror=alert(1)></audio>",
  body: "<body onload=alert(1)>",
  template: "<template><img src=x onerror=alert(1)></template>",
  "slot and portal": '<portal src="https://x.example"></portal><slot onslotchange=alert(1)></slot>',
  "custom element": "<x-y onclick=alert(1)>x</x-y>",
  isindex: '<isindex type=image src=1 onerror=alert(1) action="javascript:alert(1)">',
  "mutation by noscript": '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  "mutation by title": '<title><a title="</title><img src=x onerror=alert(1)>"></title>',
  "mutation by textarea": '<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  "mutation by xmp": '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  "mutation by plaintext": "<plaintext><img src=x onerror=alert(1)>",
  "mutation by svg style": '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  "mutation by math and table":
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></style></mglyph></mtext></math>",
  "mutation by a comment": "<!--><img src=x onerror=alert(1)>-->",
  "mutation by a broken comment": "<!--!><img src=x onerror=alert(1)>--!><img src=y onerror=alert(2)>",
  "mutation by CDATA": "<![CDATA[><img src=x onerror=alert(1)>]]>",
  "mutation by a processing instruction": "<?xml x><img src=x onerror=alert(1)>?>",
  "mutation by a declaration": "<!x '><img src=x onerror=alert(1)>'>",
  "mutation by listing": "<listing>&lt;img onerror=alert(1) src=x&gt;</listing>",
  "table foster parent": "<table><img src=x onerror=alert(1)><tr><td><script>alert(1)</script></table>",
  "entities that become tags": "&lt;script&gt;alert(1)&lt;/script&gt;<b>&lt;img src=x onerror=alert(1)&gt;</b>",
  "slot of a string": "<b>\uFDD0string\uFDD2prose.note\uFDD2<script>alert(1)</script>\uFDD1</b>",
  "slot of a mention": "<b>\uFDD0mention\uFDD20\uFDD2<img src=x onerror=alert(1)>\uFDD1</b>",
  "slot in an address": '<a href="\uFDD0string\uFDD2x\uFDD2javascript:alert(1)\uFDD1">x</a>',
  "slot by entities": '<a href="&#xFDD0;url&#xFDD2;0&#xFDD2;javascript:alert(1)&#xFDD1;">x</a>',
  "island by entities": "<b>&#xFDD3;0&#xFDD4;</b> `<script>alert(1)</script>`",
  "clobbered document":
    '<img name="body"><img name="cookie" id="cookie"><a id="location" href="https://x.example">x</a>',
  "clobbered form": '<form name="document"><input name="createElement"></form>',
};

/** Everything in a piece of HTML that could run code, load a page's parts, restyle it or stand in for a script's variable. */
export function dangers(html: string): string[] {
  return [...new Set([...dangersSeenBy("htmlparser2", html), ...dangersSeenBy("happy-dom", html)])];
}

function dangersSeenBy(parser: "htmlparser2" | "happy-dom", html: string): string[] {
  return elementsOf(parser, html).flatMap(({ name, attributes }) => [
    ...(authorTags.has(name) ? [] : [`<${name}>`]),
    ...Object.entries(attributes).flatMap(([key, value]) =>
      isAllowed(name, key, value) ? [] : [`<${name} ${key}="${value}">`],
    ),
  ]);
}

interface SeenElement {
  name: string;
  attributes: Record<string, string>;
}

function elementsOf(parser: "htmlparser2" | "happy-dom", html: string): SeenElement[] {
  if (parser === "happy-dom") {
    const body = parseHtml(`<body>${html}</body>`).body;
    return [...body.querySelectorAll("*")].map((element) => ({
      name: element.tagName.toLowerCase(),
      attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name.toLowerCase(), value])),
    }));
  }
  const found: SeenElement[] = [];
  const walk = (nodes: ReturnType<typeof parseDocument>["children"]) => {
    for (const node of nodes) {
      if (!("children" in node)) continue;
      if ("attribs" in node) found.push({ name: node.name, attributes: node.attribs });
      walk(node.children);
    }
  };
  walk(parseDocument(html).children);
  return found;
}
