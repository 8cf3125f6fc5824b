/** Lazy values, for expensive results that may not be needed. */

/** A function that computes its result at the first call. */
export function lazy<Value>(compute: () => Value): () => Value {
  let result: { value: Value } | undefined;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}

/** The stored value of a key. A missing value is made and stored. */
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
