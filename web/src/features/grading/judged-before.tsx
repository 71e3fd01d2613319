import { List, Text } from '@mantine/core';
import type { AnswerToGrade } from '@training/shared/grading/grading';
import { percent } from '../../lib/in-words.ts';
import { Quotation } from '../../ui/texts/quotation.tsx';

/** Of an answer that is appealed again: what was appealed before, and every grade that counted, with its reason. */
export function JudgedBefore({ answer: { grades, earlier_appeals } }: { answer: AnswerToGrade }) {
  return (
    <div>
      {earlier_appeals.map(({ at, words }) => (
        <Quotation key={at} title="Reason for an earlier appeal">
          {words}
        </Quotation>
      ))}
      <List size="sm" spacing="xs">
        {grades
          .filter(({ counts }) => counts)
          .map(({ number, score, by, comment }) => (
            <List.Item key={number}>
              {percent(score)} by {by}
              {comment !== null && (
                <Text size="sm" c="dimmed" dir="auto">
                  {comment}
                </Text>
              )}
            </List.Item>
          ))}
      </List>
    </div>
  );
}
