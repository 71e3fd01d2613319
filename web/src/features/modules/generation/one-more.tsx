import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { SectionKind } from '@training/shared/courses/courses';
import { useOneAtATime } from '../../../lib/one-at-a-time.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { SECTION_WORDS } from '../module-words.ts';
import { type Generation, goOnWith } from './generations.ts';

/**
 * Generates one more item from the same source, avoiding existing ones. Of a long source, reads the parts with the
 * fewest items.
 */
export function OneMore({ generation, kind }: { generation: Generation; kind: SectionKind }) {
  const { client } = trpc.useUtils();
  const { moduleId, jobId, more } = generation;
  const start = useMutation({
    mutationFn: async () => {
      const made = await client.modules.generate.mutate({
        module_id: moduleId,
        section: kind,
        count: 1,
        more: true,
        ...more,
      });
      goOnWith(jobId, { ...generation, jobId: made.id });
    },
    networkMode: 'always',
  });
  const onStart = useOneAtATime(() => start.mutateAsync());
  return (
    <>
      <Button size="compact-sm" variant="default" loading={start.isPending} onClick={onStart}>
        One more {SECTION_WORDS[kind].item}
      </Button>
      {start.error !== null && <FailedState what="couldn’t start" problem={problemOf(start.error)} />}
    </>
  );
}
