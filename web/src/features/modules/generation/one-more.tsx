import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { AiJob } from '@training/shared/ai-jobs';
import type { SectionKind } from '@training/shared/courses';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { SECTION_WORDS } from '../module-words.ts';
import { type Generation, goOnWith } from './generations.ts';

/** All parts of a source are read again, which one card of a book is not worth. */
const MOST_PARTS = 3;

/** Asks for one more of the same source, of what is not there yet. */
export function OneMore({ generation, job, kind }: { generation: Generation; job: AiJob; kind: SectionKind }) {
  const { client } = trpc.useUtils();
  const { moduleId, jobId, more } = generation;
  const start = useMutation({
    mutationFn: async () => {
      const made = await client.modules.generate.mutate({ module_id: moduleId, section: kind, count: 1, ...more });
      goOnWith(jobId, { ...generation, jobId: made.id });
    },
    networkMode: 'always',
  });
  const parts = job.result !== null && 'coverage' in job.result ? job.result.coverage?.parts : undefined;
  if (parts === undefined || parts > MOST_PARTS) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" loading={start.isPending} onClick={() => start.mutate()}>
        One more {SECTION_WORDS[kind].item}
      </Button>
      {start.error !== null && <FailedState what="couldn’t start" problem={problemOf(start.error)} />}
    </>
  );
}
