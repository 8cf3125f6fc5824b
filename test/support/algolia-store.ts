/**
 * What the stand-in for Algolia holds: indices, and the tasks that change them. As with the original, a write is only taken down when it is
 * asked for; readers see it once its task is published, and tasks are published in the order in which they were asked for.
 */
export type StoredRecord = Record<string, unknown> & { objectID: string };

export interface StoredIndex {
  settings: Record<string, unknown>;
  records: Map<string, StoredRecord>;
  synonyms: unknown[];
  rules: unknown[];
}

export type Scope = "settings" | "synonyms" | "rules";

export interface BatchRequest {
  action: string;
  body: StoredRecord;
}

interface Task {
  id: number;
  apply(): void;
}

export class AlgoliaStore {
  readonly indices = new Map<string, StoredIndex>();
  #waiting: Task[] = [];
  #lastTask = 0;

  /** @returns the task's ID. */
  enqueue(apply: () => void): number {
    this.#lastTask += 1;
    this.#waiting.push({ id: this.#lastTask, apply });
    return this.#lastTask;
  }

  /** Asks after a task: whoever asks finds it published, with those before it. */
  isPublished(id: number): boolean {
    this.#publish((task) => task.id <= id);
    return true;
  }

  /** Publishes every task, as time would. */
  settle(): void {
    this.#publish(() => true);
  }

  knows(id: number): boolean {
    return id >= 1 && id <= this.#lastTask;
  }

  setSettings(name: string, settings: Record<string, unknown>): void {
    Object.assign(this.#index(name).settings, settings);
  }

  batch(name: string, requests: readonly BatchRequest[]): void {
    const { records } = this.#index(name);
    for (const { action, body } of requests) {
      if (action === "deleteObject") records.delete(body.objectID);
      else if (action === "clear") records.clear();
      else if (action === "partialUpdateObject") records.set(body.objectID, { ...records.get(body.objectID), ...body });
      else records.set(body.objectID, body);
    }
  }

  /** Without a scope everything is copied; with one, only what it names is, and the records of the destination stay. */
  copy(from: string, to: string, scope?: readonly Scope[]): void {
    const source = structuredClone(this.indices.get(from) ?? emptyIndex());
    if (!scope) this.indices.set(to, source);
    else Object.assign(this.#index(to), Object.fromEntries(scope.map((part) => [part, source[part]])));
  }

  /** A source that does not exist is passed over without a word. */
  move(from: string, to: string): void {
    const source = this.indices.get(from);
    if (!source) return;
    this.indices.set(to, source);
    this.indices.delete(from);
  }

  #publish(isDue: (task: Task) => boolean): void {
    const due = this.#waiting.filter(isDue);
    this.#waiting = this.#waiting.filter((task) => !isDue(task));
    for (const task of due) task.apply();
  }

  #index(name: string): StoredIndex {
    const index = this.indices.get(name) ?? emptyIndex();
    this.indices.set(name, index);
    return index;
  }
}

export function emptyIndex(): StoredIndex {
  return { settings: {}, records: new Map(), synonyms: [], rules: [] };
}
