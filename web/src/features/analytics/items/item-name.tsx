import type { ItemResults } from '@training/shared/ai/item-results';
import { plainText } from '../../../lib/markdown/plain-text.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { anchorOf } from '../../items/item-anchor.ts';
import classes from './items.module.css';

interface ItemNameProps {
  results: ItemResults;
  id: string;
  number: number;
  /** Truncated Markdown. */
  text: string;
}

/** Links to the item in its module, if the user may open it. */
export function ItemName({ results: { course_id, module_id, shows_answers }, id, number, text }: ItemNameProps) {
  const { workspace } = useWorkspace();
  const words = `${number}. ${plainText(text)}`;
  if (!shows_answers) return <span className={classes.name}>{words}</span>;
  return (
    <TextLink
      to="/$workspace/courses/$course/$module"
      params={{ workspace: workspace.slug, course: course_id, module: module_id }}
      hash={anchorOf(id)}
      className={classes.name}
    >
      {words}
    </TextLink>
  );
}
