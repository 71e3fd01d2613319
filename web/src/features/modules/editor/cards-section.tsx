import { IconPlus } from '@tabler/icons-react';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { type ReactNode, useCallback } from 'react';
import { flushSync } from 'react-dom';
import { CardList } from '../../items/flashcards.tsx';
import { CardEditor } from './card-editor.tsx';
import { ExplainedButton } from '../../../ui/explained-button.tsx';
import { focusItem } from '../item-focus.ts';
import { newCard } from './new-item.ts';
import { SectionEditor } from './section-editor.tsx';
import { ItemComments } from '../section-frame.tsx';
import { type CardDraft, useItemIds } from '../drafts/use-section-drafts.ts';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';

export function CardsSection({ module, draft }: { module: ModuleDetail; draft: CardDraft }) {
  const draw = useCallback(
    (id: string, index: number, handle: ReactNode, comments: ReactNode) => (
      <CardEditor draft={draft} id={id} index={index} handle={handle} comments={comments} />
    ),
    [draft],
  );
  return (
    <SectionEditor
      module={module}
      kind="flashcards"
      draft={draft}
      add={<AddCard draft={draft} />}
      readOnly={(cards) => (
        <CardList
          cards={cards}
          below={(id, index) => <ItemComments module={module} kind="flashcards" id={id} index={index} />}
        />
      )}
    >
      {draw}
    </SectionEditor>
  );
}

function AddCard({ draft }: { draft: CardDraft }) {
  const isFull = useItemIds(draft).length >= CONTENT_LIMITS.cards;
  const add = () => {
    const card = newCard();
    // Rendered before the next key press, which goes to its first field.
    flushSync(() => draft.edit((cards) => [...cards, card]));
    focusItem(card.id);
  };
  return (
    <ExplainedButton
      mt="sm"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      why={isFull ? `A module has at most ${CONTENT_LIMITS.cards} cards. Write the rest in another module.` : null}
      onClick={add}
    >
      Add a card
    </ExplainedButton>
  );
}
