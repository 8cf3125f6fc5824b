/** What is said of an import that leads to nothing, in the configuration and in templates. */

/** @param text a message of the bundler. @returns undefined if it is about anything else. */
export function missingImport(text: string): { message: string; help: string } | undefined {
  const [, name] = /^Could not resolve "(.*)"$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  if (/^(?:\.{0,2}\/|\.{1,2}$)/.test(name))
    return {
      message: `there is no file ${name}`,
      help: "Correct its name, or its folder: it is relative to this file.",
    };
  const packageName = /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
  return { message: `the package ${packageName} is not installed`, help: `Install it: npm install ${packageName}` };
}
