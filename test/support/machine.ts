/** What the system under the tests has, for those that need it. */

/** Names with `:`, modes of files, pipes and signals are not there. */
export const isWindows = process.platform === "win32";
