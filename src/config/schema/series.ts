/** The schema of a series: where proposals are, how they are written, which values they may have and where they are published. */
import * as z from "zod";
import { numberNotations } from "../../shared/proposal-number.js";
import { processSchema } from "../process.js";
import { profileNames } from "../profiles/index.js";
import { idOf, tones, usualTone } from "../statuses.js";
import { assetType, id, label, linkTarget, names, pathBelowRoot, pattern, route, routePattern } from "./values.js";

// The schema of `lint`.

const severity = z.enum(["off", "warn", "error"]);

const ruleSchema = z.union([severity, z.tuple([severity, z.record(z.string(), z.unknown())])]);

export const lintSchema = z.strictObject({
  /** Severity of each rule, alone or with the rule's options; `cipgen lint --explain RULE` documents both. */
  rules: z.record(z.string(), ruleSchema).default({}),
});

export const numberingSchema = z.strictObject({
  /** "listed": only numbers that have a file. "continuous": each gap in a run is a page of status "reserved". */
  reading: z.enum(["listed", "continuous"]).default("listed"),
  /** First and last number of each run. */
  runs: z
    .array(
      z
        .tuple([z.int().nonnegative(), z.int().nonnegative()])
        .refine(
          ([first, last]) => first <= last && last - first < 10_000,
          "a run goes from its first to its last number, and has at most 10,000 numbers",
        ),
    )
    .default([]),
});

/** The fields that cipgen reads from metadata. */
const fieldNames = [
  "number",
  "title",
  "description",
  "author",
  "status",
  "statusReason",
  "tags",
  "keywords",
  "date",
  "updated",
  "deadline",
  "lang",
  "requires",
  "supersedes",
  "supersededBy",
  "updates",
  "updatedBy",
  "discussions",
] as const;

export const keysSchema = z.partialRecord(z.enum(fieldNames), names);

/** A label alone is short for the status of that name, in the tone that registers usually give it. */
const statusSchema = z
  .union([
    z.strictObject({
      /** Lower case; part of addresses and of the data. */
      id: id,
      /** How readers see it. */
      label: z.string().min(1),
      /** Its shape and colour, and how final it is for lint. */
      tone: z.enum(tones),
      /** Other spellings in metadata; case, spaces and hyphens never matter. */
      aliases: names.default([]),
    }),
    label,
  ])
  .transform((status) =>
    typeof status === "string" ? { id: idOf(status), label: status, tone: usualTone(status), aliases: [] } : status,
  );

/** A label alone is short for the category of that name. */
const categorySchema = z
  .union([
    z.strictObject({
      /** Lower case; part of addresses and of the data. */
      id: id,
      /** How readers see it. */
      label: z.string().min(1),
      /** Other spellings in metadata; case, spaces and hyphens never matter. */
      aliases: names.default([]),
    }),
    label,
  ])
  .transform((category) =>
    typeof category === "string" ? { id: idOf(category), label: category, aliases: [] } : category,
  );

/** Reports values with the same id, because ids are parts of addresses. */
function checkIds(values: readonly { id: string; label: string }[], context: z.RefinementCtx): void {
  for (const [index, value] of values.entries()) {
    const first = values.find(({ id }) => id === value.id);
    if (first === undefined || first === value) continue;
    const message = `"${first.label}" has the id "${value.id}" already: write { id, label }`;
    context.addIssue({ code: "custom", path: [index], message });
  }
}

export const sectionSchema = z.strictObject({
  /** The heading. */
  title: z.string().min(1),
  /** Whether every proposal has it. */
  required: z.boolean().default(false),
  /** Other headings that count as this one; case never matters. */
  aliases: names.default([]),
  /** What every proposal says in it word for word, such as a license. */
  text: z.string().min(1).optional(),
});

export const fieldSchema = z.strictObject({
  /** The key in front matter. */
  key: z.string().min(1),
  /** Required of every proposal, or of those with some statuses. */
  required: z.union([z.boolean(), names]).default(false),
  /** Only proposals whose other fields have these values have the field: `{ status: ["Last Call"] }`. In other proposals it is not required. */
  when: z.record(z.string(), names).optional(),
  /** The values that it may have, as they are written. */
  values: names.optional(),
  /** What `cipgen new` writes for it. */
  initial: z.string().optional(),
  /** Shows one of the register's own fields among the facts of a proposal, under this label, or with `true` under its key. */
  show: z.union([z.boolean(), z.string().min(1)]).default(false),
  /** Filters the archive by the values of one of the register's own fields, such as a version or an upgrade, and shows the field too. */
  filter: z.boolean().optional(),
});

const metadataFile = z
  .string()
  .regex(
    /^[^./\\:][^/\\:]*\.(?:ya?ml|json)$/i,
    "a name with .yaml, .yml or .json at its end is needed, without a folder",
  );

const namesProposals = (value: string) => value.includes("{number}") || value.includes("{slug}");

const seriesShape = {
  /** Lower case; part of file names and of the data. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/, "an id has lower-case letters, digits and -, and begins with a letter"),
  /** Prefix of numbers: CIP in CIP-20. */
  label: z.string().min(1),
  /** Heading of the register's list. */
  title: z.string().min(1),
  /** Folder of the proposals; the first series has `content.proposals` by default. */
  source: pathBelowRoot.optional(),
  /** File name below the source: `{number}`, `{category}`, `{slug}` and `{status}` match what they name, `*` matches anything but a slash. `{md,markdown}` matches one of the words, which may be empty or have stars and slashes. */
  files: pattern(["id", "number", "category", "slug", "status"])
    .refine(namesProposals, "{number} or {slug} is missing: proposals are known by it")
    .default("{category}/{id}-{number}.md"),
  /** Endings of names that mark a text as part of a proposal, with a page below the proposal's: with `-meta`, `PSR-4-autoloader-meta.md` beside `PSR-4-autoloader.md`. */
  parts: names.default([]),
  /** Globs below the source of files that are not proposals, whatever their names; by default READMEs, templates and names that begin with `_`, unless they match `files`. */
  ignore: names.optional(),
  /** Folder, relative to the source, with files that relative links may refer to, in addition to those in the source itself. */
  assets: z.string().optional(),
  /** Address of that folder. If it is set, all files of the folder are published; by default only those that texts link to, at `assets` below the route. */
  assetsRoute: route.optional(),
  /** Extensions of files that are published unchanged if a link names them, besides those that are harmless everywhere: `["stl", "wasm"]`. */
  assetTypes: z.array(assetType).default([]),
  /** Address of the register's list, without a slash at its end. */
  route: route,
  /** Address of a proposal: `{route}`, `{id}`, `{number}`, `{category}`, `{slug}` and `{status}` are replaced. Without numbers it is `{route}/{slug}` by default. */
  permalink: routePattern
    .refine(
      namesProposals,
      "{number} is missing: without it every proposal has the same address; in a register without numbers, {slug}",
    )
    .default("{route}/{id}-{number}"),
  /** Patterns of extra URLs that redirect to the proposal. */
  aliases: z.array(routePattern).default([]),
  /** Digits that a number is padded to where it is shown or part of a URL. */
  numberWidth: z.int().min(1).max(12).default(1),
  /**
   * How numbers are written: `decimal` (`20`), `hexadecimal` with `numberWidth` digits (`5A`), or `lettered` (`13`, `13a`). With `none`, proposals have no
   * numbers and are known by their slugs; this is the default if `files` has `{slug}` and not `{number}`. With such `files` and another notation, numbers
   * are read from metadata alone.
   */
  numbers: z.enum(numberNotations).default("decimal"),
  /** Labels whose mentions in texts, such as CIP-20, become links to proposals of this series: `["CIP", "CBC"]`. */
  mentions: names.default([]),
  /**
   * Keys of metadata that a field is read from, `{ author: ["owner"] }`; the first match counts, and case, spaces, `-` and `_` never matter. The fields:
   * `number`, `title`, `description`, `author`, `status`, `statusReason`, `tags`, `keywords`, `date`, `updated`, `deadline` (the end of the last call),
   * `lang`, `requires`, `supersedes`, `supersededBy`, `updates`, `updatedBy`, `discussions`.
   */
  keys: keysSchema.default({}),
  /** Where the category of a proposal comes from, and which there are. */
  category: z
    .strictObject({
      /** The folder of the file, a field of its metadata, or nothing. */
      from: z.enum(["folder", "field", "none"]).default("none"),
      /** Keys of metadata that it is read from, with `from: "field"`. */
      keys: names.default(["category"]),
      /** The categories in their order: labels, or objects. */
      values: z.array(categorySchema).superRefine(checkIds).default([]),
    })
    .default({ from: "none", keys: ["category"], values: [] }),
  /** The statuses in the order of a proposal's life. Without any, a status is shown as it is written. */
  statuses: z.array(statusSchema).superRefine(checkIds).default([]),
  /** How metadata is written, by default as each file has it: the name of a form, or a file beside each text, `{ file: "kep.yaml" }`. */
  metadata: z
    .union([
      z.enum(["yaml", "preamble", "list", "table", "paragraphs", "sections", "labels", "field-list", "directives"]),
      z.strictObject({
        /** YAML or JSON, by its extension, in the folder of the text: `kep.yaml`. A proposal without such a file is read in the forms above. */
        file: metadataFile,
      }),
    ])
    .optional(),
  /** Where an author's @handle leads. */
  handleUrl: z
    .string()
    .startsWith("https://", "an address that begins with https:// is needed")
    .default("https://github.com/{handle}"),
  /** Keys of front matter in their order: `lint` checks them, `cipgen new` writes them. Without any, every key that cipgen reads may be there. */
  fields: z.array(fieldSchema).default([]),
  /** Second-level headings of a proposal in their order; others may come between them. */
  sections: z.array(sectionSchema).default([]),
  /** The file that `cipgen new` takes a new proposal's text from, below the root. */
  template: z.string().min(1).optional(),
  /** 0 in a series that has a proposal 0. In others `0000`, like `XXXX`, `TBD` and `draft-…`, means that no number is assigned yet. */
  firstNumber: z.int().min(0).max(1).default(1),
  /**
   * Relative link targets to replace, as they are written: `../LICENSE.md`. A key that begins with `^` is a regular
   * expression, whose groups the target names as `$1`. They are added to those of the profile.
   */
  rewrites: z
    .record(z.string().min(1).refine(isValidRewrite, "this is not a regular expression"), linkTarget)
    .default({}),
  /** The rules that `cipgen review` checks a change against. Each key that you set replaces the profile's. */
  process: processSchema.optional(),
};

/** Whether a key of `rewrites` is a link target or a valid regular expression. */
function isValidRewrite(key: string): boolean {
  if (!key.startsWith("^")) return true;
  try {
    return new RegExp(key).source !== "";
  } catch {
    return false;
  }
}

export const seriesSchema = z.strictObject(seriesShape);
export const seriesInputSchema = z.strictObject({
  /** The kind of register, which gives the values of all keys that are not set here. */
  profile: z.enum(profileNames).optional(),
  ...seriesSchema.partial().shape,
});
