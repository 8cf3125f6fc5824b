/**
 * Remembers which hosts of a hosted provider have failed, so that they are left out for 120 s. The client's own caches
 * store JSON, in which a host loses the functions that tell whether it is up; and they use a host's state as key, so a
 * failed one is not found again.
 */
interface Host {
  url: string;
  port?: number;
}

const keyOf = (host: unknown) => `${(host as Host).url}:${(host as Host).port ?? ""}`;

/** Of the shape of algoliasearch's `Cache`. */
export function hostsCache() {
  const states = new Map<string, unknown>();
  return {
    async get<T>(host: unknown, fresh: () => Promise<T>): Promise<T> {
      return (states.get(keyOf(host)) as T | undefined) ?? fresh();
    },
    async set<T>(host: unknown, state: T): Promise<T> {
      states.set(keyOf(host), state);
      return state;
    },
    async delete(host: unknown): Promise<void> {
      states.delete(keyOf(host));
    },
    async clear(): Promise<void> {
      states.clear();
    },
  };
}
