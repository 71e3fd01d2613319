import { Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { GivenAnswer } from '@training/shared/learning/attempts';
import { Markdown } from '../../../ui/texts/markdown.tsx';
import { Note } from '../../../ui/note.tsx';

/** Shows whether an answer was right, and why. */
export function AnswerFeedback({ answer: { right, explanation, solution } }: { answer: GivenAnswer }) {
  return (
    <Note
      color={right ? 'green' : 'red'}
      icon={right ? <IconCircleCheck aria-hidden /> : <IconCircleX aria-hidden />}
      title={right ? 'Correct' : 'Incorrect'}
    >
      {!right && solution?.kind === 'short_text' && (
        <Text size="sm" mb={4}>
          Accepted: {solution.accepted.join(', ')}
        </Text>
      )}
      {explanation !== null && explanation !== '' && <Markdown>{explanation}</Markdown>}
    </Note>
  );
}
