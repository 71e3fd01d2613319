import type { GenerateSectionItems } from '@training/shared/courses/sections';
import { useSyncExternalStore } from 'react';

/** A generation for a module, started by this tab. */
export interface SectionGeneration {
  moduleId: string;
  jobId: string;
  /** The input to generate more of the same. */
  more: Pick<GenerateSectionItems, 'source' | 'document' | 'difficulty'>;
}

/** Stored outside of the page, so that it is still followed when the user returns. */
let generations: SectionGeneration[] = [];
const listeners = new Set<() => void>();

function set(next: SectionGeneration[]): void {
  generations = next;
  for (const listener of listeners) listener();
}

export function addGeneration(generation: SectionGeneration): void {
  set([...generations, generation]);
}

/** Replaces an ended generation with a new one. */
export function replaceGeneration(jobId: string, next: SectionGeneration): void {
  set(generations.map((each) => (each.jobId === jobId ? next : each)));
}

export function dropGeneration(jobId: string): void {
  set(generations.filter((each) => each.jobId !== jobId));
}

export function useGenerationsOfThisTab(moduleId: string): SectionGeneration[] {
  const all = useSyncExternalStore(subscribe, () => generations);
  return all.filter((each) => each.moduleId === moduleId);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
