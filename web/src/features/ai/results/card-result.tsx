import type { GeneratedCard, GeneratedCards } from '@training/shared/generated-items';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import classes from '../ai.module.css';
import { Covered } from './coverage.tsx';
import { Flags } from './flags.tsx';
import { ItemLevel } from './level.tsx';
import { Nothing } from './nothing.tsx';
import { Disputed, Dropped, Quote } from './quote.tsx';

export function CardResult({ result: { cards, dropped, disputed, coverage } }: { result: GeneratedCards }) {
  return (
    <Section
      title={`Flashcards (${cards.length})`}
      description="Check each against its passage before you use it."
      actions={cards.length > 0 && <CopyButton value={cards.map(asText).join('\n\n')} label="Copy all cards" />}
    >
      <Covered coverage={coverage} />
      <Dropped count={dropped} what="cards" addresses />
      <Disputed count={disputed} what="cards" />
      {cards.length === 0 && <Nothing />}
      <CardList cards={cards} />
    </Section>
  );
}

export function CardList({ cards }: { cards: GeneratedCard[] }) {
  return (
    <ol className={classes.cards} aria-label="Flashcards">
      {cards.map((card, index) => (
        // Nothing is put in between, and two cards may read the same.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={classes.card}>
          <p dir="auto" className={classes.front}>
            {card.front}
          </p>
          <p dir="auto" className={classes.back}>
            {card.back}
          </p>
          <Flags flags={card.flags} />
          <Quote from="From the source">{card.quote}</Quote>
          <div className={classes.foot}>
            <ItemLevel level={card.level} />
            <CopyButton value={asText(card)} label={`Copy card ${index + 1}`} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function asText({ front, back }: GeneratedCard): string {
  return `${front}\n${back}`;
}
