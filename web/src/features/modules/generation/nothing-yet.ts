import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail } from '@training/shared/modules';
import { hasEnded, useJob } from '../../ai/jobs/use-job.ts';
import { SECTION_WORDS } from '../module-words.ts';
import { useGenerations } from './generations.ts';

/** What an empty section says: "Making cards…" while an AI job does, or reads the document first. */
export function useNothingYet(module: ModuleDetail, kind: SectionKind): { words: string; isMaking: boolean } {
  const reading = useGenerations(module.id).findLast(({ next }) => next?.section === kind);
  const job = useJob(reading?.jobId ?? null);
  const isReading = job.data !== undefined && (!hasEnded(job.data.state) || job.data.state === 'succeeded');
  const isMaking = module.generating.includes(kind) || (reading !== undefined && isReading);
  const { items } = SECTION_WORDS[kind];
  return { isMaking, words: isMaking ? `Making ${items}…` : `No ${items} yet.` };
}
