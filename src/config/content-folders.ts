/** The default folders of the content. */
export const contentFolders = {
  proposals: "content/cip",
  docs: "content/docs",
  static: "content/static",
  home: "content/home.md",
  i18n: "content/i18n",
} as const;
