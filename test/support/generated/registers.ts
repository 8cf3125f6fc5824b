/**
 * Registers in the manner of the public ones, made here: what is tested with the corpora of ../shared is tested with these in any clone. The same
 * files every time.
 */
import fc from "fast-check";
import { noun, type Section, sections } from "./blocks.js";
import { writeBody } from "./markup.js";

export interface GeneratedRegister {
  /** Texts by path, below the register's own folder. */
  files: Record<string, string>;
  numbers: number[];
  /** Targets of links that lead nowhere, by file. */
  missing: Map<string, string[]>;
}

/** What front matter can say of any proposal. */
interface Facts {
  title: string;
  authors: string[];
  status: string;
  category: string;
  date: string;
  requires: number[];
  odd: number;
  body: Section[];
}

const people = [
  "Ada Lovelace (@ada)",
  "Bob Example <bob@mail.example>",
  "Zoë Ñandú-O'Neil (@zoe)",
  "山田 太郎 (@yamada)",
  "Eve (@eve) <eve@mail.example>",
  "Grace Hopper",
];
const date = fc
  .date({ min: new Date("2016-01-01"), max: new Date("2025-12-31"), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
const title = fc.array(noun, { minLength: 2, maxLength: 5 }).map((words) => {
  const text = words.join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
});

function factsOf(
  count: number,
  { statuses, categories, titles }: { statuses: string[]; categories: string[]; titles: string[] },
): Facts[] {
  const facts = fc.record({
    title,
    authors: fc.uniqueArray(fc.constantFrom(...people), { minLength: 1, maxLength: 3 }),
    status: fc.constantFrom(...statuses),
    category: fc.constantFrom(...categories),
    date,
    requires: fc.uniqueArray(fc.nat(1_000), { maxLength: 3 }),
    odd: fc.nat(9),
    body: sections(titles),
  });
  return fc.sample(facts, { seed: 20_240_613, numRuns: count });
}

/** Numbers with gaps, the first ones close together. */
const numberAt = (index: number) => (index < 10 ? index + 1 : index * 37 - 300);
const numbersOf = (count: number) => Array.from({ length: count }, (_, index) => numberAt(index));

/** Proposals that another one can require: those before it. */
const earlier = (choices: readonly number[], index: number) =>
  index === 0 ? [] : [...new Set(choices.map((choice) => numberAt(choice % index)))].sort((a, b) => a - b);

const picture = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><title>${text}</title><path d="M0 0h40v20z"/></svg>\n`;

/** As people save files: with a byte order mark, with the line ends of Windows, without a last line end. */
function asSaved(text: string, odd: number): string {
  if (odd === 1) return `\uFEFF${text}`;
  if (odd === 2) return text.replaceAll("\n", "\r\n");
  return odd === 3 ? text.trimEnd() : text;
}

/** In the manner of the EIPs: `EIPS/eip-20.md`, pictures in `assets/eip-20/`, every seventh proposal moved to another register. */
export function eipRegister(count = 70): GeneratedRegister {
  const numbers = numbersOf(count);
  const register: GeneratedRegister = { files: {}, numbers, missing: new Map() };
  const all = factsOf(count, {
    statuses: ["Draft", "Review", "Last Call", "Final", "Stagnant", "Withdrawn", "Living"],
    categories: ["Core", "Networking", "Interface", "ERC", "", "Informational"],
    titles: ["Abstract", "Motivation", "Specification", "Rationale", "Security Considerations", "Copyright"],
  });
  for (const [index, facts] of all.entries()) {
    const number = numberAt(index);
    const path = `EIPS/eip-${number}.md`;
    if (isMoved(index)) {
      register.files[path] =
        `---\neip: ${number}\ncategory: ERC\nstatus: Moved\n---\n\nThis file was moved to ${movedTo(number)}\n`;
      continue;
    }
    const { text, missing } = writeBody("markdown", facts.body, {
      label: "EIP",
      numbers,
      pathTo: (other) => `./eip-${other}.md`,
      picture: `../assets/eip-${number}/figure.svg`,
    });
    const type = facts.category === "Informational" ? "Informational" : facts.category ? "Standards Track" : "Meta";
    const lines = [
      `eip: ${number}`,
      // A colon, a quotation and a sign of HTML make YAML quote.
      `title: ${facts.odd === 4 ? `"${facts.title}: 'a' <b>"` : facts.title}`,
      `description: ${facts.title} for ${facts.odd === 5 ? "`code` and *more*" : "everyone"}`,
      `author: ${facts.authors.join(", ")}`,
      "discussions-to: https://forum.example/t/1",
      `status: ${facts.odd === 6 ? facts.status.toUpperCase() : facts.status}`,
      ...(facts.status === "Last Call" ? ["last-call-deadline: 2025-12-31"] : []),
      ...(facts.status === "Withdrawn" ? ["withdrawal-reason: Nobody wants it"] : []),
      `type: ${type}`,
      ...(type === "Standards Track" ? [`category: ${facts.category}`] : []),
      `created: ${facts.odd === 7 ? "2021-02-30" : facts.date}`,
      ...(facts.requires.length > 0 && index > 0 ? [`requires: ${earlier(facts.requires, index).join(", ")}`] : []),
      ...(facts.odd === 8 ? ["some-field: of its own"] : []),
    ];
    register.files[path] = asSaved(`---\n${lines.join("\n")}\n---\n\n${text}`, facts.odd);
    register.files[`assets/eip-${number}/figure.svg`] = picture(facts.title);
    register.missing.set(path, missing);
  }
  return register;
}

export const isMoved = (index: number) => index % 7 === 5;
export const movedTo = (number: number) => `https://github.com/example/ercs/blob/master/ERCS/erc-${number}.md`;

/** In the manner of the SIMDs: `proposals/0007-some-words.md`, quoted numbers, lists of authors; as untidy as `lint --fix` can make good. */
export function simdRegister(count = 30): GeneratedRegister {
  const numbers = numbersOf(count);
  const register: GeneratedRegister = { files: {}, numbers, missing: new Map() };
  const all = factsOf(count, {
    statuses: ["Idea", "Draft", "Review", "Accepted", "Implemented", "Activated", "Stagnant", "Withdrawn"],
    categories: ["Core", "Networking", "Interface", "Meta"],
    titles: [
      "Summary",
      "Motivation",
      "New Terminology",
      "Detailed Design",
      "Alternatives Considered",
      "Impact",
      "Security Considerations",
    ],
  });
  const padded = (number: number) => String(number).padStart(4, "0");
  const names = new Map(
    all.map((facts, index) => [
      numberAt(index),
      `${padded(numberAt(index))}-${facts.title.toLowerCase().replaceAll(" ", "-")}.md`,
    ]),
  );
  for (const [index, facts] of all.entries()) {
    const number = numberAt(index);
    const path = `proposals/${names.get(number)}`;
    const { text, missing } = writeBody("markdown", facts.body, {
      label: "SIMD",
      numbers,
      pathTo: (other) => `./${names.get(other) ?? `${padded(other)}-lost.md`}`,
      picture: `../assets/${padded(number)}-figure.svg`,
    });
    const fields = [
      `simd: '${padded(number)}'`,
      `title: ${facts.title}${facts.odd % 3 === 1 ? " " : ""}`,
      ["authors:", ...facts.authors.map((author) => `  - "${author}"`)].join("\n"),
      "category: Standard",
      `type: ${facts.category}`,
      `status: ${facts.status}`,
      `created: ${facts.date}`,
      ...(facts.requires.length > 0 && index > 0
        ? [`extends: ${earlier(facts.requires, index).map(padded).join(", ")}`]
        : []),
    ];
    const lines = facts.odd % 4 === 3 ? [...fields.slice(2), ...fields.slice(0, 2)] : fields;
    const untidy = facts.odd % 2 ? text.replaceAll(".\n\n", ". \n\n").concat("\n\n") : text;
    register.files[path] = asSaved(`---\n${lines.join("\n")}\n---\n\n${untidy}`, facts.odd);
    register.files[`assets/${padded(number)}-figure.svg`] = picture(facts.title);
    register.missing.set(path, missing);
  }
  return register;
}

/** In the manner of the BIPs: `bip-0007.mediawiki` with a preamble in `<pre>`, and every fifth one Markdown with a preamble in a fence. */
export function bipRegister(count = 40): GeneratedRegister {
  const numbers = numbersOf(count);
  const register: GeneratedRegister = { files: {}, numbers, missing: new Map() };
  const all = factsOf(count, {
    statuses: ["Draft", "Proposed", "Complete", "Deployed", "Closed"],
    categories: ["Specification", "Informational", "Process"],
    titles: ["Abstract", "Motivation", "Specification", "Rationale", "Backward Compatibility", "Copyright"],
  });
  const name = (number: number) => `bip-${String(number).padStart(4, "0")}`;
  const isMarkdown = (number: number) => number % 5 === 0;
  const file = (number: number) => `${name(number)}.${isMarkdown(number) ? "md" : "mediawiki"}`;
  for (const [index, facts] of all.entries()) {
    const number = numberAt(index);
    const { text, missing } = writeBody(isMarkdown(number) ? "markdown" : "mediawiki", facts.body, {
      label: "BIP",
      numbers,
      pathTo: file,
      picture: `${name(number)}/figure.svg`,
    });
    const lines = [
      `BIP: ${number}`,
      "Layer: Applications",
      `Title: ${facts.title}`,
      ...facts.authors.map((author, at) => `${at === 0 ? "Authors: " : "         "}${author.replace(/ \(@\w+\)/, "")}`),
      `Status: ${facts.status}`,
      `Type: ${facts.category}`,
      `Assigned: ${facts.date}`,
      "License: CC0-1.0",
      ...(facts.requires.length > 0 && index > 0 ? [`Requires: ${earlier(facts.requires, index).join(", ")}`] : []),
    ];
    const preamble = lines.map((line) => `  ${line}`).join("\n");
    const head = isMarkdown(number) ? `\`\`\`\n${preamble}\n\`\`\`` : `<pre>\n${preamble}\n</pre>`;
    register.files[file(number)] = `${head}\n\n${text}`;
    register.files[`${name(number)}/figure.svg`] = picture(facts.title);
    register.missing.set(file(number), missing);
  }
  return register;
}
