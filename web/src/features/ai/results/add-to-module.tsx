import { IconPlus } from '@tabler/icons-react';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { ExplainedButton } from '../../../ui/explained-button.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { OFFERED } from '../../courses/course-choice.tsx';
import { AddForm } from './add-form.tsx';

/** Adds the cards or questions of a job to a draft or a new module. Renders nothing if there are none. */
export function AddToModule({ job }: { job: AiJob }) {
  const [opened, setOpened] = useState(false);
  const count = countOf(job);
  if (count === 0) return null;
  const close = () => setOpened(false);
  // Ignores items that wait for a busy or unreachable provider, which may take half an hour.
  const isMaking = 'others' in job && job.others.some(({ state, retry_at }) => state === 'making' && retry_at === null);
  return (
    <>
      <ExplainedButton
        leftSection={<IconPlus size={16} aria-hidden />}
        why={isMaking ? `Wait until the new ${wordsFor(job, 1).slice(2)} is made.` : null}
        onClick={() => setOpened(true)}
      >
        Add to module…
      </ExplainedButton>
      <FormDialog opened={opened} onClose={close} title={`Add ${wordsFor(job, count)} to a module`} size="md">
        <WithCourses job={job} words={wordsFor(job, count)} onClose={close} />
      </FormDialog>
    </>
  );
}

function WithCourses(props: { job: AiJob; words: string; onClose: () => void }) {
  const courses = trpc.courses.list.useQuery({ limit: OFFERED });
  return (
    <PageState query={courses} what="the list of courses">
      {(found) => <AddForm {...props} courses={found} />}
    </PageState>
  );
}

function countOf(job: AiJob): number {
  if (job.feature === 'card_generation') return job.result?.cards.length ?? 0;
  return job.feature === 'quiz_generation' ? (job.result?.questions.length ?? 0) : 0;
}

function wordsFor({ feature }: AiJob, count: number): string {
  const word = feature === 'card_generation' ? 'card' : 'question';
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
