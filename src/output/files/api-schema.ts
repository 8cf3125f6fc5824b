/**
 * The JSON Schemas of the files below `/api/v1/`, and their addresses as OpenAPI. The compiler compares each schema with
 * the type in src/shared/contract.ts that it describes.
 */
import * as z from "zod";
import type * as contract from "../../shared/contract.js";
import { lazy } from "../../shared/lazy.js";

/** By name. Lazy, because most commands load this module and write no schemas. */
const schemas = lazy(() => {
  const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
  const address = z.string();
  const number = z.union([z.int(), z.string(), z.null()]);

  const reference = z.strictObject({
    series: z.string(),
    number,
    slug: z.string().optional(),
    label: z.string(),
    title: z.string(),
    url: address,
  }) satisfies z.ZodType<contract.ApiReference>;

  const author = z.strictObject({
    id: z.string(),
    name: z.string(),
    handle: z.string().optional(),
    email: z.string().optional(),
    url: z.string().optional(),
  }) satisfies z.ZodType<contract.ApiAuthor>;

  const status = z.strictObject({
    id: z.string(),
    label: z.string(),
    tone: z.enum(["draft", "review", "accepted", "final", "living", "stopped", "moved", "reserved"]),
  }) satisfies z.ZodType<contract.ApiStatus>;

  const item = reference.extend({
    data: address,
    description: z.string(),
    status: z.string().optional(),
    category: z.string().optional(),
    tags: z.array(z.string()),
    authors: z.array(author),
    created: day.optional(),
    updated: day.optional(),
    deadline: day.optional(),
  }) satisfies z.ZodType<contract.ApiItem>;

  const head = { contract: z.string(), total: z.int() };
  const references = z.array(reference);

  const proposal = item.extend({
    contract: z.string(),
    statusReason: z.string().optional(),
    statusSince: day.optional(),
    keywords: z.array(z.string()),
    lang: z.string().optional(),
    source: z.string().optional(),
    markdown: address.optional(),
    discussions: z.array(z.strictObject({ label: z.string(), url: z.string() })),
    movedTo: z.string().optional(),
    fields: z.record(z.string(), z.string()),
    requires: references,
    requiredBy: references,
    supersedes: references,
    supersededBy: references,
    updates: references.optional(),
    updatedBy: references.optional(),
    mentions: references,
    mentionedBy: references,
    elsewhere: z.record(z.string(), z.array(z.strictObject({ label: z.string(), url: z.string().optional() }))),
    statuses: z.array(z.strictObject({ status: z.string(), date: day, commit: z.string() })),
    versions: z.array(
      z.strictObject({
        commit: z.string(),
        date: day,
        author: z.string(),
        subject: z.string(),
        formerNumber: number.optional(),
      }),
    ),
    formerUrls: z.array(address),
    translations: z.array(z.strictObject({ locale: z.string(), url: address, isTranslated: z.boolean() })),
    sections: z.array(
      z.strictObject({
        id: z.string(),
        level: z.int(),
        heading: z.string(),
        url: address,
        text: z.string().optional(),
      }),
    ),
  }) satisfies z.ZodType<contract.ApiProposal>;

  const list = z.strictObject({ ...head, items: z.array(item) }) satisfies z.ZodType<contract.ApiList>;

  const change = z.strictObject({
    kind: z.enum(["new", "moved", "changed"]),
    date: day,
    proposal: reference,
    from: z.string().optional(),
    to: z.string().optional(),
    commit: z.string(),
    author: z.string(),
    subject: z.string(),
  }) satisfies z.ZodType<contract.ApiChange>;

  const addresses = z.record(z.string(), address);

  return {
    index: z.strictObject({
      contract: z.string(),
      program: z.strictObject({ name: z.string(), version: z.string() }),
      site: z.strictObject({ title: z.string(), tagline: z.string(), url: address, locale: z.string() }),
      locales: z.array(z.strictObject({ code: z.string(), label: z.string(), url: address })),
      series: z.array(
        z.strictObject({
          id: z.string(),
          label: z.string(),
          title: z.string(),
          url: address,
          total: z.int(),
          statuses: z.array(status),
          categories: z.array(z.strictObject({ id: z.string(), label: z.string() })),
        }),
      ),
      data: z.strictObject({
        proposals: address,
        proposal: address,
        authors: address,
        tags: address,
        changes: address.optional(),
        statuses: addresses,
        schemas: addresses,
        openapi: address,
      }),
      others: addresses,
    }) satisfies z.ZodType<contract.ApiIndex>,
    proposals: list,
    proposal,
    status: list.extend({ status }) satisfies z.ZodType<contract.ApiStatusList>,
    authors: z.strictObject({
      ...head,
      items: z.array(author.extend({ proposals: references })),
    }) satisfies z.ZodType<contract.ApiAuthors>,
    tags: z.strictObject({
      ...head,
      items: z.array(z.strictObject({ series: z.string(), name: z.string(), url: address, proposals: references })),
    }) satisfies z.ZodType<contract.ApiTags>,
    changes: z.strictObject({
      contract: z.string(),
      months: z.array(z.strictObject({ month: z.string(), total: z.int(), data: address })),
      items: z.array(change),
    }) satisfies z.ZodType<contract.ApiChanges>,
    month: z.strictObject({
      contract: z.string(),
      month: z.string(),
      items: z.array(change),
    }) satisfies z.ZodType<contract.ApiMonth>,
  };
});

type SchemaName = keyof ReturnType<typeof schemas>;

/** @param isStrict forbids unknown fields, for tests. Published schemas allow them, because clients have to accept fields of later versions. */
export function jsonSchemas(isStrict = false): Record<SchemaName, object> {
  const publishedSchemas = Object.entries(schemas()).map(([name, schema]) => [
    name,
    z.toJSONSchema(schema, {
      override: ({ jsonSchema }) => {
        if (!isStrict && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    }),
  ]);
  return Object.fromEntries(publishedSchemas);
}

/** Addresses below `/api/v1`, with the schema of each. */
const operations: Record<string, [schema: SchemaName, summary: string, parameters?: string[]]> = {
  "/index.json": ["index", "Series, statuses, languages, and the addresses of everything else"],
  "/proposals.json": ["proposals", "All proposals"],
  "/proposals/{series}/{number}.json": ["proposal", "One proposal with its history and sections", ["series", "number"]],
  "/authors.json": ["authors", "All authors with their proposals"],
  "/tags.json": ["tags", "All tags with their proposals"],
  "/statuses/{status}.json": ["status", "The proposals with one status", ["status"]],
  "/changes.json": ["changes", "The changes of the newest month, and the addresses of all months"],
  "/changes/{month}.json": ["month", "The changes of one month, YYYY-MM", ["month"]],
};

/** @param server address of the folder of these files, without a slash at its end. */
export function openApi(title: string, server: string, version: string): object {
  const operation = ([schema, summary, parameters = []]: (typeof operations)[string]) => ({
    get: {
      operationId: schema,
      summary,
      ...(parameters.length > 0 && {
        parameters: parameters.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
      }),
      responses: {
        200: {
          description: summary,
          content: { "application/json": { schema: { $ref: `schema/${schema}.json` } } },
        },
        404: { description: "There is none" },
      },
    },
  });
  return {
    openapi: "3.1.0",
    info: { title, version },
    servers: [{ url: server }],
    paths: Object.fromEntries(Object.entries(operations).map(([path, definition]) => [path, operation(definition)])),
  };
}
