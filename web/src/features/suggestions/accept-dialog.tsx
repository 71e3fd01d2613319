import type { SuggestionSummary } from '@training/shared/suggestions/suggestions';
import { trpc } from '../../lib/api/trpc.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { useLast } from '../../ui/dialogs/use-last.ts';
import { AcceptForm } from './accept-form.tsx';
import { OFFERED } from '../courses/course-choice.tsx';

/** The dialog is closed while `suggestion` is null. */
export function AcceptDialog({ suggestion, onClose }: { suggestion: SuggestionSummary | null; onClose: () => void }) {
  const shown = useLast(suggestion);
  return (
    <FormDialog opened={suggestion !== null} onClose={onClose} title="Create a module from this suggestion" size="md">
      {shown !== null && <WithCourses suggestion={shown} onClose={onClose} />}
    </FormDialog>
  );
}

function WithCourses({ suggestion, onClose }: { suggestion: SuggestionSummary; onClose: () => void }) {
  const courses = trpc.courses.list.useQuery({ limit: OFFERED });
  const availability = trpc.ai.availability.useQuery();
  return (
    <PageState query={courses} what="the list of courses">
      {(found) => (
        <PageState query={availability} what="what can be generated">
          {({ generation }) => (
            <AcceptForm suggestion={suggestion} courses={found} mayGenerate={generation} onClose={onClose} />
          )}
        </PageState>
      )}
    </PageState>
  );
}
