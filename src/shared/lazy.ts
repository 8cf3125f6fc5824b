/** What is expensive and may not be wanted. */

/** A function that finds out the first time that it is called. */
export function lazy<Value>(find: () => Value): () => Value {
  let found: { value: Value } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}
