/** Memoizes parts that the pages of a locale share, for the lifetime of the locale's context. */
import { getOrAdd } from "../../shared/lazy.js";
import type { RenderContext } from "../../site/model/context.js";

/** @returns a function that calls `make` once for each context. */
export function perContext<T, C extends object = RenderContext>(make: (context: C) => T): (context: C) => T {
  const values = new WeakMap<C, { value: T }>();
  return (context) => getOrAdd(values, context, () => ({ value: make(context) })).value;
}

/** @returns a function that calls `make` once for each object in each context. */
export function perContextAnd<K extends object, T, C extends object = RenderContext>(
  make: (object: K, context: C) => T,
): (object: K, context: C) => T {
  const valuesOf = perContext<Map<K, T>, C>(() => new Map());
  return (object, context) => getOrAdd(valuesOf(context), object, () => make(object, context));
}
