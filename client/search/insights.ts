/**
 * Sends what readers see and choose to the hosted provider's analytics, if the site turns that on. It takes the place
 * of the provider's own script, which would come from a third host; readers are not recognized from one page load to
 * the next.
 */
import type { DocSearchProps } from "@docsearch/react";
import { insightsOrigin } from "../../src/shared/search.js";
import type { HostedUi } from "./hosted.js";

type InsightsClient = Exclude<DocSearchProps["insights"], boolean | undefined>["insightsClient"];

const kinds: Record<string, string> = { viewedObjectIDs: "view", clickedObjectIDsAfterSearch: "click" };

interface Payload {
  eventName: string;
  index: string;
  objectIDs: string[];
  positions?: number[];
  queryID?: string;
}

/** @returns a client of the shape of search-insights, as far as DocSearch calls it. */
export function insightsClient({ appId, apiKey }: HostedUi): InsightsClient {
  const userToken = `anonymous-${crypto.randomUUID()}`;
  const send = (method: string, payload?: Payload) => {
    const eventType = kinds[method];
    if (!eventType || !payload) return;
    const { eventName, index, objectIDs, positions, queryID } = payload;
    const event = { eventType, eventName, index, objectIDs, positions, queryID, userToken };
    // The page may be closing; events that cannot be sent are dropped.
    fetch(`${insightsOrigin}/1/events`, {
      method: "POST",
      keepalive: true,
      headers: { "x-algolia-application-id": appId, "x-algolia-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ events: [event] }),
    }).catch(() => {});
  };
  return send as InsightsClient;
}
