/** Lazy values, for expensive results that may not be needed. */

/** A function that computes its result at the first call. */
export function lazy<Value>(find: () => Value): () => Value {
  let result: { value: Value } | undefined;
  return () => {
    result ??= { value: find() };
    return result.value;
  };
}

/** The value of a key; the first time it is computed. */
export function getOrAdd<Key, Value>(
  store: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: (key: Key) => Value,
): Value {
  let value = store.get(key);
  if (value === undefined) {
    value = make(key);
    store.set(key, value);
  }
  return value;
}
