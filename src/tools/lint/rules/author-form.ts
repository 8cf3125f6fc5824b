/** Checks that each author has a form in which programs recognise the person. */
import { splitAuthors } from "../../../content/parse/authors.js";
import { flatten } from "../../../content/parse/fields.js";
import { defineRule } from "../rule.js";

/** A name, then any number of ways to reach the person; or a handle alone. */
const forms = [
  /^[^<>()@[\]]+(?:\s*(?:<[^\s<>@]+@[^\s<>@]+>|<(?:https?:\/\/|mailto:|corepass:)[^\s<>]+>|\(@[\w.-]+(?:@[\w.-]+\.\w+)?\)|\[[^\s@[\]]+@coreid\]|\([^()@]*\)))*$/i,
  /^\(?@[\w.-]+\)?(?:\s*<https?:\/\/[^\s<>]+>)?$/,
];

/** `[Ada](https://github.com/ada)` says what `Ada <https://github.com/ada>` says. */
const withoutMarkup = (author: string) => author.replace(/\[([^\][]+)\]\(<?([^()<>\s]+)>?\)/g, "$1 <$2>");

export const authorForm = defineRule({
  id: "author-form",
  severity: "warn",
  summary: "An author whose name and address cannot be recognised",
  help: `Each author is a name and ways to reach the person: \`Name\`, \`Name <mail>\`, \`Name <https://…>\`, \`Name (@handle)\`,
\`Name (@nick@pod.tld)\`, \`[Name](https://…)\`, \`Name <corepass:…>\`; separate several by commas or "and". Anything else is shown as it is written, and the person is not recognised elsewhere.

Wrong: \`author: ada@example.org\`, \`author: Ada @ada\`
Right: \`author: Ada Example (@ada)\``,
  scope: "proposals",
  check(file) {
    const value = file.field("author")?.value;
    if (!value || value.kind === "map" || (value.kind === "list" && value.items.some(({ kind }) => kind === "map")))
      return [];
    return flatten(value).flatMap(({ text, position, length }) =>
      splitAuthors(text)
        .filter((author) => !forms.some((form) => form.test(withoutMarkup(author))))
        .map((author) => ({
          message: `"${author}" is not the form of an author`,
          ...position,
          length,
          help: "Write Name, Name <mail>, Name <https://…>, Name (@handle) or Name <corepass:…>.",
        })),
    );
  },
});
