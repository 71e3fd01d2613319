import { Modal } from '@mantine/core';
import type { SuggestionSummary } from '@training/shared/suggestions';
import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { PageState } from '../../ui/page-state.tsx';
import { AcceptForm } from './accept-form.tsx';

/** As many courses as the list of them has on its first pages. */
const MOST_COURSES = 100;

/** `suggestion` null keeps it closed. */
export function AcceptDialog({ suggestion, onClose }: { suggestion: SuggestionSummary | null; onClose: () => void }) {
  // Keeps the form on the screen while the dialog fades out.
  const [shown, setShown] = useState(suggestion);
  if (suggestion !== null && suggestion !== shown) setShown(suggestion);
  return (
    <Modal opened={suggestion !== null} onClose={onClose} title="Make a module of this suggestion">
      {shown !== null && <WithCourses suggestion={shown} onClose={onClose} />}
    </Modal>
  );
}

function WithCourses({ suggestion, onClose }: { suggestion: SuggestionSummary; onClose: () => void }) {
  const courses = trpc.courses.list.useQuery({ limit: MOST_COURSES });
  const availability = trpc.ai.availability.useQuery();
  return (
    <PageState query={courses} what="the list of courses">
      {({ courses: found }) => (
        <PageState query={availability} what="what can be generated">
          {({ generation }) => (
            <AcceptForm suggestion={suggestion} courses={found} mayGenerate={generation} onClose={onClose} />
          )}
        </PageState>
      )}
    </PageState>
  );
}
