import { Badge, Group, Text } from '@mantine/core';
import { Markdown } from '../../../ui/markdown.tsx';
import { ItemSourceNote } from '../../items/item-source.tsx';
import { QUESTION_KINDS } from '../../items/question-kinds.ts';
import { Answers } from '../../items/question-list.tsx';
import classes from './diff.module.css';
import type { Item } from '../../items/item-fields.ts';

/** A card or question without a comparison. */
export function WholeItem({ item }: { item: Item }) {
  return (
    <div className={classes.whole}>
      {'kind' in item ? (
        <>
          <Group justify="space-between" gap="xs" align="flex-start">
            <div className={`${classes.head} ${classes.prompt}`}>
              <Markdown>{item.prompt}</Markdown>
            </div>
            <Badge variant="default" size="sm">
              {QUESTION_KINDS[item.kind]}
            </Badge>
          </Group>
          <Answers question={item} />
          {item.explanation !== '' && (
            <Text c="dimmed" component="div">
              <Markdown>{item.explanation}</Markdown>
            </Text>
          )}
        </>
      ) : (
        <>
          <div className={classes.head}>
            <Markdown>{item.front}</Markdown>
          </div>
          <Markdown>{item.back}</Markdown>
        </>
      )}
      {item.source !== undefined && <ItemSourceNote source={item.source} />}
    </div>
  );
}
