/** What the runners of jobs take for commands in a log: read from GitHub's and Azure's, written anew. */

const registered =
  /^(error|warning|notice|debug|group|endgroup|add-mask|add-matcher|stop-commands|set-output|set-env|save-state|echo)( |$)/i;

/** @returns the lines of a log that a runner obeys. */
export function commandsIn(log: string): string[] {
  return log.split(/\r\n|\r|\n/).filter((line) => {
    // .NET compares by the rules of a language, which skip what is ignorable.
    const seen = line.replace(/\p{Default_Ignorable_Code_Point}/gu, "");
    const [, name = ""] = /^\s*::(.*?)::/.exec(seen) ?? [];
    return (
      registered.test(name) || /##(\w*)\[/.test(seen) || seen.includes("\u001b]") || seen.includes("section_start")
    );
  });
}
