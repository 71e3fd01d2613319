import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { SourceText } from '@training/shared/ai-features';
import type { AiJob } from '@training/shared/ai-jobs';
import { useEffect } from 'react';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';
import { FailedState } from '../../../ui/states.tsx';
import { type Generation, goOn } from './generations.ts';

/** Which documents have been gone on with, so that a page that is drawn twice makes nothing twice. */
const begun = new Set<string>();

/** Makes cards or questions of a document that has been read. */
export function NextStep({ generation, job }: { generation: Generation; job: AiJob }) {
  const { client } = trpc.useUtils();
  const { moduleId, jobId, next } = generation;
  const text = job.feature === 'document_extraction' ? job.result?.text : undefined;
  const start = useMutation({
    mutationFn: async () => {
      if (next === null || text === undefined) return;
      const source = { title: SourceText.shape.title.safeParse(job.title).data ?? '', text };
      const { section, count } = next;
      const made = await client.modules.generate.mutate({ module_id: moduleId, section, source, count });
      goOn(jobId, made.id);
    },
    networkMode: 'always',
  });
  const { mutate } = start;
  useEffect(() => {
    if (begun.has(jobId)) return;
    begun.add(jobId);
    mutate();
  }, [jobId, mutate]);
  if (start.error === null) return <Text>The document is read. Beginning with what you asked for…</Text>;
  return (
    <FailedState
      what="nothing was made of the document"
      problem={problemOf(start.error)}
      onRetry={() => mutate()}
      retrying={start.isPending}
    />
  );
}
