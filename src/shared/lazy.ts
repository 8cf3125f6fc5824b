/** Lazy values, for expensive results that may not be needed. */

/** A function that computes its result at the first call. */
export function lazy<Value>(find: () => Value): () => Value {
  let found: { value: Value } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}
