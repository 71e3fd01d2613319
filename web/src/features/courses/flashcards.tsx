import type { Flashcard } from '@training/shared/courses';
import classes from './module.module.css';

export function Flashcards({ cards }: { cards: Flashcard[] }) {
  return (
    <ol className={classes.cards} aria-label="Flashcards">
      {cards.map(({ id, front, back }) => (
        <li key={id} className={classes.card}>
          <p className={classes.front}>{front}</p>
          <p className={classes.back}>{back}</p>
        </li>
      ))}
    </ol>
  );
}
