/** The choices for a new register: its profile and label, and the words of its first text. */
import {
  formatNumber,
  idOf,
  type ProfileInput,
  type ProfileName,
  profiles,
  type Series,
  type SeriesInput,
} from "../../config/index.js";

/** The answers to the questions of `init`. */
export interface RegisterChoice {
  /** The title of the site. */
  name: string;
  /** The prefix of numbers: CIP. */
  label: string;
  profile: ProfileName;
}

/** The profiles by name, as the question of `init` describes them. */
export const profileDescriptions: Record<ProfileName, string> = {
  cip: "improvement proposals in folders by category, with front matter (Core)",
  eip: "one flat folder, strict front matter and sections (Ethereum)",
  erc: "the application standards of Ethereum",
  simd: "four digits and words in file names (Solana)",
  bip: "a preamble above each text (Bitcoin)",
  rfc: "a list of facts above each text, no statuses (Rust, Ember, React)",
  adr: "architecture decision records",
  swift: "a list of facts, reviews and decisions (Swift Evolution)",
  pep: "a preamble, types and many statuses (Python)",
};

/** Completes answers or options with defaults. */
export function completeChoice({ name, label, profile = "cip" }: Partial<RegisterChoice>): RegisterChoice {
  const { label: usual = "CIP" } = profiles[profile] as ProfileInput;
  return {
    name: name ?? (profile === "adr" ? "Architecture Decisions" : "Improvement Proposals"),
    label: label ?? usual,
    profile,
  };
}

/** @returns why a label is not valid; undefined if it is. */
export function labelProblem(label: string): string | undefined {
  return /^[A-Za-z][A-Za-z0-9-]*$/.test(label)
    ? undefined
    : "a label begins with a letter, and has letters, digits and -";
}

/** @returns the series of a profile; under another label, the id of the label replaces the profile's in names, addresses and keys. */
export function seriesOf({ label, profile }: RegisterChoice): SeriesInput {
  const profileInput: ProfileInput = profiles[profile];
  const [profileId = "", id] = [profileInput.id, idOf(label)];
  const source = `content/${id}`;
  if (label === profileInput.label) return { profile, source };
  const rename = (text: string) => text.replace(new RegExp(`\\b${profileId}(?![a-z])`, "g"), id);
  const isKey = (key: string) => key.toLowerCase() === profileId;
  const { number = [profileId] } = profileInput.keys ?? {};
  const { files = "", permalink = "", fields = [] } = profileInput;
  return {
    profile,
    source,
    id,
    label,
    title: `${label} Register`,
    files: rename(files),
    route: `/${id}`,
    permalink: rename(permalink),
    aliases: [],
    mentions: [label],
    keys: { ...profileInput.keys, number: number.map((key) => (isKey(key) ? id : key)) },
    ...(fields.some(({ key }) => isKey(key)) && {
      fields: fields.map((field) => (isKey(field.key) ? { ...field, key: id } : field)),
    }),
  };
}

const about = {
  what: "This text says what this register is for, and how a text gets into it.",
  why: "Decisions that are made in conversations are hard to find a year later. A register keeps the reasons beside the result.",
  how: "Each text describes one change. It is written as a file, discussed in a pull request, and merged with a number that never changes.",
};

/** The text of the first proposal by section. */
const sampleTexts: Record<string, string> = {
  abstract: about.what,
  summary: about.what,
  introduction: about.what,
  context: about.why,
  motivation: about.why,
  decision: about.how,
  specification: about.how,
  "detailed design": about.how,
  "proposed solution": about.how,
  consequences: "Everybody can read why something is as it is, and each change has a place for its reason.",
  rationale: "A folder of texts needs no service, and its history shows who changed what.",
  drawbacks: "Writing takes time.",
};

const emptySectionText = "Nothing is known to belong here.";

export const firstTitle = "Keep a register";

/** The body of the first text: the required sections of the profile, or those that texts of its kind usually have. */
export function firstBody({ sections }: Pick<Series, "sections">): string {
  const required = sections.filter(({ required }) => required);
  const titles =
    required.length > 0
      ? required
      : ["Summary", "Motivation", "Detailed Design", "Drawbacks"].map((title) => ({ title, text: undefined }));
  return titles
    .map(({ title, text }) => `## ${title}\n\n${text ?? sampleTexts[title.toLowerCase()] ?? emptySectionText}\n`)
    .join("\n");
}

/** Fills in the fields of the first text that the author of a proposal has to write. */
export function withoutPlaceholders(text: string): string {
  return text
    .replace(/^description: .*$/m, "description: What this register is for, and how a text gets into it")
    .replace(/^(discussions-to: https:\/\/ethereum-magicians\.org)$/m, "$1/t/keep-a-register/1");
}

/** The first text of a kind with a preamble; the others have front matter, as `new` writes it. */
export function firstText({ profile, label }: RegisterChoice, series: Series, date: string): string | undefined {
  if (profile !== "bip" && profile !== "pep") return undefined;
  const facts = {
    [label]: formatNumber(1, series),
    Title: firstTitle,
    [profile === "bip" ? "Authors" : "Author"]: "The editors <editors@example.org>",
    Status: "Draft",
    Type: "Informational",
    [profile === "bip" ? "Assigned" : "Created"]: date,
    ...(profile === "bip" && { License: "BSD-2-Clause" }),
  };
  const lines = Object.entries(facts).map(([key, value]) => `  ${key}: ${value}`);
  return `\`\`\`\n${lines.join("\n")}\n\`\`\`\n\n${firstBody(series)}`;
}
