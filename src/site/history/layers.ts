/**
 * Lays out a dependency graph in layers (after Sugiyama 1981): a required proposal is left of those that require it,
 * and connected parts are below each other. Within a layer, nodes are ordered by the middle of their neighbours, in
 * alternating passes, so that few arrows cross.
 */
import { largestOf } from "../../shared/lists.js";

interface Layout {
  /** By node: column and row, from 0; rows may be halves. */
  places: { column: number; row: number }[];
  columns: number;
  rows: number;
}

/** Number of passes that order the layers. */
const sweeps = 6;

/** @param edges from the requiring to the required node, by index. Every node must be in one. */
export function layOut(count: number, edges: readonly [from: number, to: number][]): Layout {
  const [needs, neededBy] = [lists(count), lists(count)];
  for (const [from, to] of edges) {
    needs[from]?.push(to);
    neededBy[to]?.push(from);
  }
  const column = layersOf(count, needs);
  const places = Array.from({ length: count }, (_, node) => ({ column: column[node] ?? 0, row: 0 }));
  let top = 0;
  const parts = partsOf(count, needs, neededBy).sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
  for (const part of parts) {
    const layers: number[][] = [];
    for (const node of part) {
      const layerIndex = column[node] ?? 0;
      layers[layerIndex] ??= [];
      layers[layerIndex].push(node);
    }
    for (let index = 0; index < layers.length; index++) layers[index] ??= [];
    orderLayers(layers, needs, neededBy);
    const height = largestOf(layers.map(({ length }) => length));
    for (const layer of layers) {
      for (const [index, node] of layer.entries()) {
        const nodePosition = places[node];
        if (nodePosition) nodePosition.row = top + (height - layer.length) / 2 + index;
      }
    }
    top += height + 0.5;
  }
  return { places, columns: largestOf(column, 0) + 1, rows: Math.max(0, top - 0.5) };
}

const lists = (count: number) => Array.from({ length: count }, (): number[] => []);

/** The layer of each node: the length of the longest path to a node that requires nothing. An edge that closes a cycle is ignored. */
function layersOf(count: number, needs: readonly number[][]): number[] {
  const layer: number[] = [];
  const open = new Set<number>();
  const visit = (node: number): number => {
    const layerOfNode = layer[node];
    if (layerOfNode !== undefined) return layerOfNode;
    open.add(node);
    let deepest = -1;
    for (const neededNode of needs[node] ?? [])
      if (!open.has(neededNode)) deepest = Math.max(deepest, visit(neededNode));
    open.delete(node);
    layer[node] = deepest + 1;
    return deepest + 1;
  };
  for (let node = 0; node < count; node++) visit(node);
  return layer;
}

function partsOf(count: number, needs: readonly number[][], neededBy: readonly number[][]): number[][] {
  const seen = new Set<number>();
  const parts: number[][] = [];
  for (let start = 0; start < count; start++) {
    if (seen.has(start)) continue;
    const part = [start];
    seen.add(start);
    for (const node of part) {
      for (const neighbour of [...(needs[node] ?? []), ...(neededBy[node] ?? [])]) {
        if (seen.has(neighbour)) continue;
        seen.add(neighbour);
        part.push(neighbour);
      }
    }
    parts.push(part.sort((a, b) => a - b));
  }
  return parts;
}

function orderLayers(layers: number[][], needs: readonly number[][], neededBy: readonly number[][]): void {
  const offsets = new Map<number, number>();
  const setOffsets = (layer: readonly number[]) => {
    for (const [index, node] of layer.entries()) offsets.set(node, index - layer.length / 2);
  };
  for (const layer of layers) setOffsets(layer);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isForward = sweep % 2 === 0;
    for (const layer of isForward ? layers : layers.toReversed()) {
      const neighbours = isForward ? needs : neededBy;
      const middle = new Map(
        layer.map((node) => {
          const places = (neighbours[node] ?? []).map((neighbour) => offsets.get(neighbour) ?? 0);
          return [
            node,
            places.length ? places.reduce((sum, value) => sum + value, 0) / places.length : (offsets.get(node) ?? 0),
          ];
        }),
      );
      layer.sort((a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0) || a - b);
      setOffsets(layer);
    }
  }
}
