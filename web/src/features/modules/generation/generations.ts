import type { GenerateSection } from '@training/shared/courses/sections';
import { useSyncExternalStore } from 'react';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { SECTION_WORDS } from '../module-words.ts';
import type { AiJob } from '@training/shared/ai/ai-jobs';

type Sections = {
  proposals: readonly Pick<ModuleDetail['proposals'][number], 'job_id'>[];
  flashcards: { cards: readonly Sourced[] };
  quiz: { questions: readonly Sourced[] };
};

type Sourced = { source?: { quote: string } | null | undefined };

type Made = Pick<AiJob, 'id'> & { quotes: readonly string[] };

/**
 * Place of a job's items: kept as a proposal, since they couldn't be added; in their section; or in neither, because
 * they were removed, or the module that is shown is older.
 */
export function whereMade(
  { proposals, flashcards, quiz }: Sections,
  { id, quotes }: Made,
): 'proposal' | 'section' | null {
  if (proposals.some(({ job_id: jobId }) => jobId === id)) return 'proposal';
  const there = new Set([...flashcards.cards, ...quiz.questions].map(({ source }) => source?.quote));
  return quotes.some((quote) => there.has(quote)) ? 'section' : null;
}

/** Returns the text for an empty section: "Making cards…" while an AI job is running. */
export function nothingYet(module: ModuleDetail, kind: SectionKind): { words: string; isMaking: boolean } {
  const isMaking = module.generating.includes(kind);
  const { items } = SECTION_WORDS[kind];
  return { isMaking, words: isMaking ? `Making ${items}…` : `No ${items} yet.` };
}

/** A generation for a module, started by this tab. */
export interface Generation {
  moduleId: string;
  jobId: string;
  /** The input to generate more of the same. */
  more: Pick<GenerateSection, 'source' | 'document' | 'difficulty'>;
}

/** Stored outside of the page, so that it is still followed when the user returns. */
let generations: Generation[] = [];
const listeners = new Set<() => void>();

function set(next: Generation[]): void {
  generations = next;
  for (const listener of listeners) listener();
}

export function addGeneration(generation: Generation): void {
  set([...generations, generation]);
}

/** Replaces an ended generation with a new one. */
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
