import type { GenerateSection } from '@training/shared/sections';
import { useSyncExternalStore } from 'react';

/** Something that is being made for a module by the AI features, as this tab started it. */
export interface Generation {
  moduleId: string;
  jobId: string;
  /** How more of the same is asked for. */
  more: Pick<GenerateSection, 'source' | 'document' | 'difficulty'>;
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

/** Another in the place of one that has ended. */
export function goOnWith(jobId: string, next: Generation): void {
  set(generations.map((each) => (each.jobId === jobId ? next : each)));
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
