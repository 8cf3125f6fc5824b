/** `[tx:0x…]`: a transaction in the explorer, shown as `0x9f3c2b…d7e8`. */
import type { MarkdownPlugin } from "cipgen";

const written = /\[tx:((0x[0-9a-f]{6})[0-9a-f]{54}([0-9a-f]{4}))\]/y;

export const transactions: MarkdownPlugin = (md, explorer: string) => {
  md.inline.ruler.before("link", "transaction", (state: any, silent: boolean) => {
    written.lastIndex = state.pos;
    const [whole, hash, start, end] = written.exec(state.src) ?? [];
    if (whole === undefined) return false;
    if (!silent) {
      const attrs = [
        ["href", `${explorer}/tx/${hash}`],
        ["title", hash],
      ];
      Object.assign(state.push("link_open", "a", 1), { attrs });
      state.push("text", "", 0).content = `${start}…${end}`;
      state.push("link_close", "a", -1);
    }
    state.pos += whole.length;
    return true;
  });
};
