/** Blocks of code between fences, for what looks at the lines of Markdown without parsing it. */

const fence = /^\s*(`{3,}|~{3,})/;

/** @returns a function that is called with each line in turn, and says whether it is in such a block, with the fence that begins it. */
export function codeFences(): (line: string) => boolean {
  let open = "";
  return (line) => {
    const ticks = fence.exec(line)?.[1];
    if (ticks && open === "") open = ticks;
    else if (ticks?.startsWith(open) && /^[\s`~]*$/.test(line)) open = "";
    return open !== "";
  };
}
