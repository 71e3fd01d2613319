import type { SectionKind } from '@training/shared/courses';
import { useSyncExternalStore } from 'react';

/** Something that is being made for a module by the AI features, as this tab started it. */
export interface Generation {
  moduleId: string;
  jobId: string;
  /** Set while a document is read first: what to make of it then. */
  next: { section: SectionKind; count: number } | null;
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

/** The same generation with its next job. */
export function goOn(jobId: string, nextJobId: string): void {
  set(generations.map((each) => (each.jobId === jobId ? { ...each, jobId: nextJobId, next: null } : each)));
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
