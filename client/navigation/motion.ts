/** Whether the next page may fade in. A view transition first takes a picture of the present page, which on a slow machine takes longer than the page. */

let isSlow = false;

// A task of more than 50 ms is long. Browsers that do not report long tasks ignore this.
new PerformanceObserver(() => {
  isSlow = true;
}).observe({ type: "longtask", buffered: true });

export const mayFade = (): boolean =>
  !isSlow && !!document.startViewTransition && !matchMedia("(prefers-reduced-motion: reduce)").matches;
