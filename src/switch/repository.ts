/** placeholder */
export const isRepository = (_folder: string): boolean => false;
export const repositoryAddresses = async (_folder: string): Promise<import("./old-list.js").OldList> => ({
  addresses: [],
  notes: [],
});
