/** What a page gives its scripts, for tests that need none of it. */
export const noPageTools = {
  announce: () => {},
  addEntry: () => {},
  elementAt: () => null,
  goTo: () => {},
  onClick: () => {},
  plural: () => "",
  readPage: () => undefined,
  word: () => "",
};
