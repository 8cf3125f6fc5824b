/** Events as GitHub sends them, recorded and cut to what names commits and people. */
const zeros = "0".repeat(40);
const repository = { id: 1, full_name: "owner/register", default_branch: "main" };
/** Names that do harm where one of them gets into a script. */
const hostile = '$(touch pwned)`touch pwned`";touch pwned;#';

export const pullRequest = (base: string, head: string, login = "ada") => ({
  action: "synchronize",
  number: 7,
  pull_request: {
    number: 7,
    state: "open",
    title: hostile,
    body: "::error::x\n::set-output name=errors::0",
    user: { login, type: "User" },
    head: { label: `${login}:x`, ref: hostile, sha: head, repo: { id: 2, full_name: `${login}/register`, fork: true } },
    base: { label: "owner:main", ref: "main", sha: base, repo: repository },
  },
  repository,
  sender: { login, type: "User" },
});

export const push = (before: string | undefined, after: string) => ({
  ref: "refs/heads/main",
  before: before ?? zeros,
  after,
  created: before === undefined,
  forced: false,
  pusher: { name: "bob" },
  head_commit: { id: after, message: hostile },
  repository,
  sender: { login: "bob", type: "User" },
});

export const mergeGroup = (base: string, head: string) => ({
  action: "checks_requested",
  merge_group: {
    head_sha: head,
    head_ref: `refs/heads/gh-readonly-queue/main/pr-7-${head}`,
    base_ref: "refs/heads/main",
    base_sha: base,
  },
  repository,
  sender: { login: "github-merge-queue[bot]", type: "Bot" },
});

export const schedule = () => ({ schedule: "0 4 * * *", repository });

/** A run for a pull request from a fork: GitHub names no pull request. */
export const workflowRun = (head: string, event = "pull_request") => ({
  action: "completed",
  workflow_run: {
    id: 99,
    name: "register",
    event,
    head_branch: hostile,
    head_sha: head,
    conclusion: "failure",
    html_url: "https://github.com/owner/register/actions/runs/99",
    pull_requests: [],
    head_repository: { id: 2, full_name: "ada/register", fork: true },
    repository,
  },
  repository,
  sender: { login: "ada", type: "User" },
});
