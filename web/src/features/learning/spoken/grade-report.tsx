import { List, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { Grade, SpokenAnswer } from '@training/shared/grading/grading';
import { percent } from '../../../lib/in-words.ts';
import { Note } from '../../../ui/note.tsx';

const BY: Record<Grade['kind'], string> = {
  model: 'Graded automatically',
  trainer: 'Graded by',
  appeal: 'Decided on appeal by',
  override: 'Changed by',
};

/** All grades of an answer with their justification. The last one counts. */
export function GradeReport({ answer: { grades } }: { answer: SpokenAnswer }) {
  return (
    <>
      {grades.map((grade) => (
        <OneGrade key={grade.number} grade={grade} />
      ))}
    </>
  );
}

function OneGrade({ grade: { kind, score, by, criteria, comment } }: { grade: Grade }) {
  return (
    <Note
      color={score === 1 ? 'green' : 'gray'}
      title={`${percent(score)} · ${BY[kind]}${kind === 'model' ? '' : ` ${by}`}`}
    >
      <Stack gap="xs">
        {criteria !== null && (
          <List size="sm" spacing="xs" center>
            {criteria.map(({ criterion, met, evidence, comment: remark }, index) => (
              <List.Item
                // Criteria are a fixed list, and two may have the same text.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                icon={
                  met ? <IconCircleCheck size={18} aria-label="Met" /> : <IconCircleX size={18} aria-label="Not met" />
                }
              >
                <Text size="sm" fw={600} dir="auto">
                  {criterion ?? 'Not met. It is shown with the solutions.'}
                </Text>
                {evidence !== null && (
                  <Text size="sm" dir="auto">
                    “{evidence}”
                  </Text>
                )}
                {remark !== '' && (
                  <Text size="sm" c="dimmed" dir="auto">
                    {remark}
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
        )}
        {comment !== null && (
          <Text size="sm" dir="auto">
            {comment}
          </Text>
        )}
      </Stack>
    </Note>
  );
}
