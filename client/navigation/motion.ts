/** Whether the next page may fade in. A view transition first takes a picture of the present page, which on a slow machine takes longer than the page. */

/** In ms. A machine with a task this long is slow. */
const slowTask = 100;
let isSlow = false;

// Browsers that do not report long tasks ignore this.
new PerformanceObserver((tasks) => {
  isSlow ||= tasks.getEntries().some(({ duration }) => duration > slowTask);
}).observe({ type: "longtask", buffered: true });

export const mayFade = (): boolean =>
  !isSlow && !!document.startViewTransition && !matchMedia("(prefers-reduced-motion: reduce)").matches;
