/** Growth of the flat arrays of an index: an object for each of a million words would take longer than all other work. */

/** The array if it has space for `length` numbers, else a copy that has, and space for as many as it has now. */
export function longer(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers;
  const copy = new Int32Array(Math.max(2 * numbers.length, length));
  copy.set(numbers);
  return copy;
}
