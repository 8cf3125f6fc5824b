/** Memoizes the common parts of all pages of a locale, for the lifetime of the locale's context. */
import type { LocaleContext } from "../model/context.js";
import type { RenderContext } from "./context.js";

export function perContext<T, C extends LocaleContext = RenderContext>(make: (context: C) => T): (context: C) => T {
  const known = new WeakMap<C, { value: T }>();
  return (context) => {
    let entry = known.get(context);
    if (!entry) {
      entry = { value: make(context) };
      known.set(context, entry);
    }
    return entry.value;
  };
}

/** The same for a part of each of several objects: `make` is called once for an object in a locale. */
export function perContextAnd<K extends object, T>(
  make: (of: K, context: RenderContext) => T,
): (of: K, context: RenderContext) => T {
  const known = perContext(() => new Map<K, T>());
  return (of, context) => {
    const values = known(context);
    let value = values.get(of);
    if (value === undefined) {
      value = make(of, context);
      values.set(of, value);
    }
    return value;
  };
}
