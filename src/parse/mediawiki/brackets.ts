/** Which opening brackets of a text have a closing one: found in one pass, because looking for each by itself takes time to the square. */

/** @returns the place of the closing pair for each opening pair that has one. Pairs nest. */
export function matchPairs(text: string, open: string, close: string): Map<number, number> {
  const found = new Map<number, number>();
  const waiting: number[] = [];
  let nextOpen = text.indexOf(open);
  let nextClose = text.indexOf(close);
  while (nextClose !== -1) {
    if (nextOpen !== -1 && nextOpen < nextClose) {
      waiting.push(nextOpen);
      nextOpen = text.indexOf(open, nextOpen + open.length);
    } else {
      const start = waiting.pop();
      if (start !== undefined) found.set(start, nextClose);
      nextClose = text.indexOf(close, nextClose + (start === undefined ? 1 : close.length));
    }
  }
  return found;
}

/** Answers "where is the next one from here?" for places that only go forward, in one pass over the text. */
export class NextPlace {
  private known = -2;

  constructor(
    private readonly text: string,
    private readonly wanted: string,
  ) {}

  /** @returns -1 where there is none. */
  from(place: number): number {
    if (this.known !== -1 && this.known < place) this.known = this.text.indexOf(this.wanted, place);
    return this.known;
  }
}
