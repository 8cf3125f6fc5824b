/** Memoizes the common parts of all pages of a locale, for the lifetime of the locale's context. */
import type { RenderContext } from "./context.js";

export function perContext<T>(make: (context: RenderContext) => T): (context: RenderContext) => T {
  const known = new WeakMap<RenderContext, { value: T }>();
  return (context) => {
    const entry = known.get(context) ?? { value: make(context) };
    known.set(context, entry);
    return entry.value;
  };
}
