/** Records name pages by the address where the site is published; a reader may be looking at it elsewhere. */

/** The address as a link of the page that is shown: without an origin where it leads to this site. */
export function siteHref(address: string): string {
  const url = new URL(address, location.href);
  const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href;
  const isHere =
    url.origin === location.origin || (canonical !== undefined && url.origin === new URL(canonical).origin);
  return isHere ? url.pathname + url.search + url.hash : url.href;
}
