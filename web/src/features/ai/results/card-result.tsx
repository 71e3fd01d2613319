import type { GeneratedCard, GeneratedCards } from '@training/shared/ai/generated-items';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import classes from '../ai.module.css';
import { SourceCoverageNote, NothingGeneratedNote, PagesReadFromPicturesNote } from './coverage.tsx';
import { GeneratedItemWarningList } from './flags.tsx';
import { ItemSkillLevelBadge } from './level.tsx';
import { type JobWithItemList, RegenerateItemControl } from './regenerate-item.tsx';
import { OmittedContradictedItemsNote, DroppedItemsNote, QuoteWithSource } from './quote.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

interface CardResultProps {
  job: JobWithItemList;
  result: GeneratedCards;
}

export function CardGenerationResult({ job, result: { cards, dropped, disputed, coverage, scan } }: CardResultProps) {
  return (
    <Section
      title={t('flashcardCount', { count: cards.length })}
      description={t('checkEachAgainstPassage')}
      actions={cards.length > 0 && <CopyButton value={cards.map(asText).join('\n\n')} label={t('copyAllCards')} />}
    >
      <PagesReadFromPicturesNote scan={scan} />
      <SourceCoverageNote coverage={coverage} />
      <DroppedItemsNote count={dropped} of="cards" addresses />
      <OmittedContradictedItemsNote count={disputed} of="cards" />
      {cards.length === 0 && <NothingGeneratedNote />}
      <GeneratedCardList cards={cards} job={job} />
    </Section>
  );
}

/** @param job The job that generated the cards, once it has ended. */
export function GeneratedCardList({ cards, job }: { cards: GeneratedCard[]; job?: JobWithItemList }) {
  return (
    <ol className={classes.cards} aria-label={t('kind.card_generation')}>
      {cards.map((card, index) => (
        // A card may be replaced, and two cards may have the same text.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={classes.card}>
          <p dir="auto" className={classes.front}>
            {card.front}
          </p>
          <p dir="auto" className={classes.back}>
            {card.back}
          </p>
          <GeneratedItemWarningList flags={card.flags} />
          <QuoteWithSource from={t('fromTheSource')}>{card.quote}</QuoteWithSource>
          <div className={classes.foot}>
            <ItemSkillLevelBadge level={card.level} />
            <CopyButton value={asText(card)} label={t('copyCard', { number: index + 1 })} />
            {job && <RegenerateItemControl job={job} item={index} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

function asText({ front, back }: GeneratedCard): string {
  return `${front}\n${back}`;
}
