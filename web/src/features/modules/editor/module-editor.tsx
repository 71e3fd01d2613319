import type { ModuleDetail } from '@training/shared/courses/modules';
import { useWorkspace } from '../../../lib/workspace.ts';
import { useKeptFocus } from '../../../ui/focus/kept-focus.ts';
import { AuthorBar } from '../transitions/author-bar.tsx';
import { OpenQueries } from '../comments/open-queries.tsx';
import { CardsSection } from './cards-section.tsx';
import { UnsavedChangesGuard } from '../drafts/unsaved-changes-guard.tsx';
import { ModuleHistory } from '../module-history.tsx';
import { QuizSection } from './quiz-section.tsx';
import { useSectionDrafts } from '../drafts/use-section-drafts.ts';

/** The module page for its authors. */
export function ModuleEditor({ module }: { module: ModuleDetail }) {
  const { workspace, session, user } = useWorkspace();
  const drafts = useSectionDrafts(module, { email: session.email, workspace: workspace.id, id: user.id });
  const editor = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={editor}>
      <OpenQueries module={module} />
      <AuthorBar module={module} drafts={drafts} />
      <CardsSection module={module} draft={drafts.flashcards} />
      <QuizSection module={module} draft={drafts.quiz} />
      {module.round > 0 && <ModuleHistory module={module} />}
      <UnsavedChangesGuard drafts={drafts} />
    </div>
  );
}
