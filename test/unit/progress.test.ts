/** The line on a terminal that says what is being done. */
import { expect, test } from "vitest";
import { stageLine } from "../../src/cli/commands/build.js";

test("each step takes the place of the one before, and nothing is left at the end", () => {
  let talk = "";
  const add = (text: string) => {
    talk += text;
  };
  // A build of less than a second shows nothing.
  while (performance.now() < 1000);
  const line = stageLine({ talk: add, result: add });
  for (const stage of ["read", "link", "link"] as const) line.on(stage);
  line.end();
  expect(talk).toBe("\r\u001b[KReading …\r\u001b[KLinking …\r\u001b[K");
});
