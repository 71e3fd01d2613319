import { Badge, Group, Text } from '@mantine/core';
import { Answers, QUESTION_KINDS } from '../courses/quiz.tsx';
import classes from './diff.module.css';
import type { Item } from './item-fields.ts';

/** A card or question as it is, with nothing to compare. */
export function WholeItem({ item }: { item: Item }) {
  return (
    <div className={classes.whole}>
      {'kind' in item ? (
        <>
          <Group justify="space-between" gap="xs" align="flex-start">
            <p className={classes.head}>{item.prompt}</p>
            <Badge variant="default" size="sm">
              {QUESTION_KINDS[item.kind]}
            </Badge>
          </Group>
          <Answers question={item} />
          {item.explanation !== '' && <Text c="dimmed">{item.explanation}</Text>}
        </>
      ) : (
        <>
          <p className={classes.head}>{item.front}</p>
          <p className={classes.text}>{item.back}</p>
        </>
      )}
      {item.source !== undefined && (
        <Text c="dimmed" size="xs" component="div">
          From {item.source.name}
          {item.source.quote !== '' && <>: “{item.source.quote}”</>}
        </Text>
      )}
    </div>
  );
}
