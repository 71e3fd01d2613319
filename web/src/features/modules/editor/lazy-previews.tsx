import type { ComponentProps } from 'react';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { Markdown as LoadedMarkdown } from '../../../ui/markdown.tsx';
import { PlainItemPlaceholder } from '../../items/plain-item.tsx';

/** Markdown as learners see it; plain text until what renders it is loaded. */
export const LazyMarkdown = lazyComponent(async () => (await import('../../../ui/markdown.tsx')).Markdown, {
  isAmongInput: true,
  Placeholder: ({ children }: ComponentProps<typeof LoadedMarkdown>) => <PlainItemPlaceholder texts={[children]} />,
});

/** The answers of a question as reviewers see them; nothing until what renders them is loaded. */
export const LazyCorrectAnswers = lazyComponent(
  async () => (await import('../../items/question-list.tsx')).CorrectAnswers,
  {
    isAmongInput: true,
    Placeholder: () => null,
  },
);
