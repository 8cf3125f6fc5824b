/** Live reload for authors: `serve --watch` adds this script to every page that it serves; no built site has it. */
import { type LiveMessage, liveAddress, pageMeta } from "../../src/shared/live.js";
import { hideErrors, showErrors, swapSheets } from "./error-overlay.js";

let events: EventSource | undefined;
/** The page and the digest that the server last got from this tab. */
let lastQuery = "";

const digestHere = () => document.querySelector<HTMLMetaElement>(`meta[name="${pageMeta}"]`)?.content ?? "";

/** A hidden tab has no connection, because browsers limit their number for one server. It catches up when it is shown again. */
function connect(): void {
  const query = new URLSearchParams({ page: location.pathname, has: digestHere() }).toString();
  if (document.hidden || (events && events.readyState !== EventSource.CLOSED && lastQuery === query)) return;
  disconnect();
  lastQuery = query;
  events = new EventSource(`${liveAddress.events}?${query}`);
  events.onmessage = ({ data }) => receive(JSON.parse(data));
  events.onerror = () => {
    // If the server is down, browsers retry by themselves; if it has refused, they do not.
    if (events?.readyState === EventSource.CLOSED) setTimeout(connect, 1000);
  };
}

function disconnect(): void {
  events?.close();
  events = undefined;
}

function receive(message: LiveMessage): void {
  switch (message.type) {
    case "reload":
      refresh();
      return;
    case "css":
      swapSheets(message.hrefs);
      return;
    case "error":
      showErrors(message);
      break;
    case "ok":
      hideErrors();
  }
  document.dispatchEvent(new Event("cipgen:stale"));
}

/** The page's own script replaces the page, in a third of the time that a reload takes. If it does not, the browser reloads. */
function refresh(): void {
  if (document.dispatchEvent(new Event("cipgen:refresh", { cancelable: true }))) {
    disconnect();
    location.reload();
  }
}

document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
addEventListener("pagehide", disconnect);
addEventListener("pageshow", connect);
// Client navigation brings the digest of the next page with its head.
new MutationObserver(connect).observe(document.head, { childList: true });
connect();
