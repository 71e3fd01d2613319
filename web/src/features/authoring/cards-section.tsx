import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { CONTENT_LIMITS } from '@training/shared/authoring';
import type { ModuleDetail } from '@training/shared/modules';
import { CardList } from '../courses/flashcards.tsx';
import { CardEditor } from './card-editor.tsx';
import { focusItem } from './item-frame.tsx';
import { newCard } from './new-item.ts';
import { SectionEditor } from './section-editor.tsx';
import { ItemComments } from './section-frame.tsx';
import { type CardDraft, useItemIds } from './use-section-drafts.ts';

export function CardsSection({ module, draft }: { module: ModuleDetail; draft: CardDraft }) {
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
      {(id, index, handle, comments) => (
        <CardEditor draft={draft} id={id} index={index} handle={handle} comments={comments} />
      )}
    </SectionEditor>
  );
}

function AddCard({ draft }: { draft: CardDraft }) {
  const isFull = useItemIds(draft).length >= CONTENT_LIMITS.cards;
  const add = () => {
    const card = newCard();
    draft.edit((cards) => [...cards, card]);
    // The card is there with the next frame.
    requestAnimationFrame(() => focusItem(card.id));
  };
  return (
    <Button mt="sm" variant="default" leftSection={<IconPlus size={16} aria-hidden />} disabled={isFull} onClick={add}>
      {isFull ? `A module has at most ${CONTENT_LIMITS.cards} cards` : 'Add a card'}
    </Button>
  );
}
