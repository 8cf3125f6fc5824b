/** Matches opening and closing brackets in one pass: separate searches for each would take quadratic time. */

/** @returns the index of the closing pair for each opening pair that has one. Pairs nest. */
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

/** Finds the next occurrence for increasing positions, in one pass over the text. */
export class NextPlace {
  private known = -2;

  constructor(
    private readonly text: string,
    private readonly wanted: string,
  ) {}

  /** @returns -1 if there is none. */
  from(place: number): number {
    if (this.known !== -1 && this.known < place) this.known = this.text.indexOf(this.wanted, place);
    return this.known;
  }
}
