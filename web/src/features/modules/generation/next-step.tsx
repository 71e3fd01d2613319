import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';
import { FailedState } from '../../../ui/states.tsx';
import { type Generation, goOn } from './generations.ts';

/** Which documents have been gone on with, so that a page that is drawn twice makes nothing twice. */
const begun = new Set<string>();

/** Makes cards or questions of a document that has been read. */
export function NextStep({ generation }: { generation: Generation }) {
  const { client } = trpc.useUtils();
  const { moduleId, jobId, next } = generation;
  const start = useMutation({
    mutationFn: async () => {
      if (next === null) return;
      const { section, count } = next;
      const made = await client.modules.generate.mutate({ module_id: moduleId, section, document: jobId, count });
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
  if (start.error === null) return <Text>Document read. Starting on what you asked for…</Text>;
  return (
    <FailedState
      what="couldn’t make anything from the document"
      problem={problemOf(start.error)}
      onRetry={() => mutate()}
      retrying={start.isPending}
    />
  );
}
