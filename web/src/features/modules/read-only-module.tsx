import type { ModuleDetail } from '@training/shared/courses/modules';
import { ReadOnlyCardList } from '../items/card-list.tsx';
import { QuestionList } from '../items/question-list.tsx';
import { describeEmptySection } from './generation/empty-section-text.ts';
import { ItemComments, SectionFrame } from './section-frame.tsx';

/** The read-only content of a module. */
export function ReadOnlyModule({ module }: { module: ModuleDetail }) {
  const { cards } = module.flashcards;
  const { questions } = module.quiz;
  const noCards = describeEmptySection(module, 'flashcards').words;
  const noQuestions = describeEmptySection(module, 'quiz').words;
  return (
    <>
      <SectionFrame module={module} kind="flashcards" count={cards.length}>
        <ReadOnlyCardList
          cards={cards}
          nothing={noCards}
          below={(id, index) => <ItemComments module={module} kind="flashcards" id={id} index={index} />}
        />
      </SectionFrame>
      <SectionFrame module={module} kind="quiz" count={questions.length}>
        <QuestionList
          questions={questions}
          nothing={noQuestions}
          below={(id, index) => <ItemComments module={module} kind="quiz" id={id} index={index} />}
        />
      </SectionFrame>
    </>
  );
}
