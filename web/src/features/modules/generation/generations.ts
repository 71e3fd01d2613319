import { useSyncExternalStore } from 'react';

/** Something that is being made for a module by the AI features, as this tab started it. */
export interface Generation {
  moduleId: string;
  jobId: string;
}

/** Outside of the page, so that it is still followed when somebody comes back to it. */
let generations: Generation[] = [];
const listeners = new Set<() => void>();

function set(next: Generation[]): void {
  generations = next;
  for (const listener of listeners) listener();
}

export function addGeneration(generation: Generation): void {
  set([...generations, generation]);
}

export function dropGeneration(jobId: string): void {
  set(generations.filter((each) => each.jobId !== jobId));
}

export function useGenerations(moduleId: string): Generation[] {
  const all = useSyncExternalStore(subscribe, () => generations);
  return all.filter((each) => each.moduleId === moduleId);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
