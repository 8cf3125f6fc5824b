/** The jobs that put a report into a comment, run as their hosts run them, against an address that answers as the host's does. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import MarkdownIt from "markdown-it";
import { afterEach, describe, expect, test } from "vitest";
import { readYaml, runScript, type Step } from "../support/action.js";
import { workflowRun } from "../support/events.js";
import { makeFolder } from "../support/site.js";

interface Call {
  method: string;
  path: string;
  body?: { body: string };
}

let server: Server | undefined;
afterEach(() => server?.close());

/** @param answers by path, without its query. @returns what was asked. */
async function listen(answers: Record<string, unknown[] | object>) {
  const calls: Call[] = [];
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
    const sent = await text(request);
    const { method = "" } = request;
    if (method !== "GET") calls.push({ method, path: pathname, body: JSON.parse(sent) });
    const answer = method === "GET" ? answers[pathname] : {};
    const page = Number(searchParams.get("page") ?? 1) - 1;
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(JSON.stringify(Array.isArray(answer) ? answer.slice(page * 100, page * 100 + 100) : (answer ?? {})));
  });
  await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
  const address = server.address();
  return { calls, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
}

const sha = "a".repeat(40);
const pull = (number: number, head: string, repo: number | null = 2) => ({
  number,
  head: { sha: head, repo: repo && { id: repo } },
});
const mark = "<!-- cipgen-report -->";
const bot = { login: "github-actions[bot]" };

describe("on GitHub", () => {
  const file = "src/tools/scaffold/register/dot-github/workflows/comment.yml";
  const workflow = readYaml<{ permissions: object; jobs: { comment: { if: string; steps: Step[] } } }>(file);
  const { steps } = workflow.jobs.comment;
  const pulls = "/repos/owner/register/pulls";
  const comments = (number: number) => `/repos/owner/register/issues/${number}/comments`;

  async function comment(answers: Record<string, unknown[] | object>, report: string | { link: string } | undefined) {
    const { calls, url } = await listen(answers);
    const temp = makeFolder({ "event.json": JSON.stringify(workflowRun(sha)), secret: "secret" });
    mkdirSync(join(temp, "report"));
    if (typeof report === "string") writeFileSync(join(temp, "report/report.md"), report);
    else if (report) symlinkSync(report.link, join(temp, "report/report.md"));
    const { PATH = "" } = process.env;
    const script = steps.find(({ run }) => run);
    const done = await runScript(
      script?.run ?? "",
      temp,
      {
        PATH,
        TOKEN: "token",
        RUNNER_TEMP: temp,
        GITHUB_API_URL: url,
        GITHUB_EVENT_PATH: join(temp, "event.json"),
        GITHUB_REPOSITORY: "owner/register",
      },
      script?.shell,
    );
    return { ...done, calls };
  }

  test("checks nothing out, is for pull requests alone, and has no other right than to comment", () => {
    expect(steps.map(({ uses = "" }) => uses.replace(/@.*/, ""))).toEqual(["actions/download-artifact", ""]);
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/@[0-9a-f]{40}$/);
    for (const { run } of steps) expect(run ?? "").not.toContain("${{");
    expect(workflow.jobs.comment.if).toBe("github.event.workflow_run.event == 'pull_request'");
    expect(workflow).toMatchObject({
      permissions: {},
      jobs: { comment: { permissions: { actions: "read", "pull-requests": "write" } } },
    });
  });

  test("a comment on the pull request whose head the run was of, wherever it is in the list", async () => {
    const others = Array.from({ length: 150 }, (_, index) => pull(index + 1, "b".repeat(40)));
    const open = [...others, pull(200, sha, 3), pull(201, sha, null), pull(202, sha)];
    const { code, calls } = await comment({ [pulls]: open, [comments(202)]: [] }, "## ✅ cipgen review: no findings\n");
    expect(code).toBe(0);
    expect(calls).toEqual([{ method: "POST", path: comments(202), body: { body: expect.stringContaining(mark) } }]);
    expect(calls[0]?.body?.body).toContain("## ✅ cipgen review: no findings");
  });

  test("the same comment again, never one of somebody else", async () => {
    const known = [
      { id: 1, user: { login: "mallory" }, body: `${mark}\nmine` },
      { id: 2, user: bot, body: `hello ${mark}` },
      { id: 3, user: bot, body: `${mark}\nold` },
    ];
    const { calls } = await comment({ [pulls]: [pull(7, sha)], [comments(7)]: known }, "new");
    expect(calls).toMatchObject([{ method: "PATCH", path: "/repos/owner/register/issues/comments/3" }]);
  });

  test("nothing where the change has moved on, there is no report, or it is a link to a file of the machine", async () => {
    expect(await comment({ [pulls]: [pull(7, "b".repeat(40))] }, "x")).toMatchObject({ code: 0, calls: [] });
    expect(await comment({ [pulls]: [pull(7, sha)] }, undefined)).toMatchObject({ code: 0, calls: [] });
    expect(await comment({ [pulls]: [pull(7, sha)] }, { link: "../secret" })).toMatchObject({ code: 0, calls: [] });
    expect((await comment({}, "x")).code).toBe(1);
  });

  test("a forged report links, mentions and shows nothing", async () => {
    const forged = [
      "@owner &#64;owner &#x40;owner &commat;owner #1 &#35;1 GH-1 owner/register#1",
      "[x](https://evil.example) [x] (y) ![x](/x.png) <https://evil.example> https://evil.example www.evil.example",
      "[a][b] [b]\n\n[b]: https://evil.example\n\n[c]: /x\n\n[c]",
      '<a href="x">x</a> <img src=x> <script>x</script> <!-- <details><summary>x</summary>',
      "mail@evil.example ftp://evil.example",
      "| a | b |\n| - | - |\n| x | <br> |",
    ].join("\n\n");
    const { calls } = await comment({ [pulls]: [pull(7, sha)], [comments(7)]: [] }, forged);
    const sent = calls[0]?.body?.body ?? "";
    const own = sent.slice(sent.indexOf(":\n\n") + 3);
    const markdown = new MarkdownIt({ html: true, linkify: true });
    // It takes the space without width for a part of a host; code hosts do not.
    markdown.linkify.set({ fuzzyEmail: false });
    const html = markdown.render(own);
    expect(html).not.toMatch(/<(?:a|img|script)\b|<!--/);
    const shown = html.replace(/<[^>]*>/g, "").replace(/&amp;/g, "&");
    expect(shown).not.toMatch(/@\w|#\d|GH-\d/);
    expect(html).toContain("<summary>x</summary>");
    expect(html).toContain("<table>");
  });

  test("a report of any length fits into a comment", async () => {
    const { code, calls } = await comment({ [pulls]: [pull(7, sha)], [comments(7)]: [] }, "@a".repeat(200_000));
    expect([code, (calls[0]?.body?.body.length ?? 0) <= 65_536]).toEqual([0, true]);
  });
});

describe("on GitLab", () => {
  const pipeline = readYaml<Record<string, { script: string[] }>>("src/tools/scaffold/register/dot-gitlab-ci.yml");
  const notes = "/projects/5/merge_requests/7/notes";

  async function note(known: object[]) {
    const { calls, url } = await listen({ "/user": { id: 9 }, [notes]: known });
    const cwd = makeFolder({ "report.md": "## new\n" });
    const { PATH = "" } = process.env;
    const env = { PATH, CI_API_V4_URL: url, CI_PROJECT_ID: "5", CI_MERGE_REQUEST_IID: "7", CIPGEN_NOTE_TOKEN: "t" };
    const done = await runScript(pipeline.note?.script.join("\n") ?? "", cwd, env);
    return { ...done, calls };
  }

  test("a note, or the same again", async () => {
    const others = Array.from({ length: 120 }, (_, id) => ({ id, author: { id: 1 }, body: `${mark} ${id}` }));
    expect(await note(others)).toMatchObject({ code: 0, calls: [{ method: "POST", path: notes }] });
    const own = [...others, { id: 500, author: { id: 9 }, body: `${mark}\n\nold` }];
    expect(await note(own)).toMatchObject({ code: 0, calls: [{ method: "PUT", path: `${notes}/500` }] });
  });
});
