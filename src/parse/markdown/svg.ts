/** Checks a library's drawings before they are put into a page. */
import { Parser } from "htmlparser2";

const elements = new Set(
  "svg g defs marker path rect circle ellipse line polyline polygon text tspan title desc clippath".split(" "),
);

/** Accepts only shapes and text: no script, handler, style or external reference. */
export function isHarmless(svg: string): boolean {
  let harmless = true;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const bad = Object.entries(attributes).some(
          ([key, value]) => /^on|href$|^style$|^src$/i.test(key) || /url\(\s*['"]?(?!#)/i.test(value),
        );
        if (bad || !elements.has(name.toLowerCase())) harmless = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(svg);
  return harmless;
}
