/** Marks passed deadlines, which a built page cannot know. Each includes its last day, in UTC. */
const day = 864e5;

export function start(): undefined {
  for (const item of document.querySelectorAll<HTMLElement>("[data-until]")) {
    if (Date.parse(item.dataset.until ?? "") + day > Date.now()) continue;
    item.dataset.passed = "";
    item.querySelector("[hidden]")?.removeAttribute("hidden");
  }
}
