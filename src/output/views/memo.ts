/** Memoizes the common parts of all pages of a locale, for the lifetime of the locale's context. */
import type { RenderContext } from "../../site/model/context.js";

export function perContext<T, C extends object = RenderContext>(make: (context: C) => T): (context: C) => T {
  const cachedViews = new WeakMap<C, { value: T }>();
  return (context) => {
    let entry = cachedViews.get(context);
    if (!entry) {
      entry = { value: make(context) };
      cachedViews.set(context, entry);
    }
    return entry.value;
  };
}

/** The same for a part of each of several objects: `make` is called once for an object in a locale. */
export function perContextAnd<K extends object, T, C extends object = RenderContext>(
  make: (of: K, context: C) => T,
): (of: K, context: C) => T {
  const cachedViews = perContext<Map<K, T>, C>(() => new Map());
  return (of, context) => {
    const values = cachedViews(context);
    let value = values.get(of);
    if (value === undefined) {
      value = make(of, context);
      values.set(of, value);
    }
    return value;
  };
}
