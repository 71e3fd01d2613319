import type { Flashcard } from '@training/shared/courses/courses';
import { card, choice } from '../review/review-parts.ts';

const CARDS: [Flashcard, Flashcard, Flashcard] = [
  card(
    'How far from a charger may anything that burns be stored?',
    'At least **two metres**. A battery gives off hydrogen while it charges, and a spark is enough to light it.',
  ),
  card(
    'Who connects a battery to the charger?',
    'Whoever was *trained on that charger*, at the end of the shift. Nobody does it for somebody else.',
  ),
  card(
    'Acid has splashed into a colleague’s eye. What do you do first?',
    'Rinse with the eye wash at the charging bay, for fifteen minutes. Seconds count; somebody else calls the first-aider.',
  ),
];

/** What a trainer of the demo workspace would write, for the pictures in the documentation. */
export const BATTERIES = {
  course: { title: 'Electric trucks', emoji: '🔋' },
  title: 'Charging a forklift battery',
  cards: CARDS,
  questions: [
    choice(
      'You smell something sharp at the charging bay, and a battery is hot to the touch. What do you do?',
      'Switch the charger off at the wall, keep everybody away and call the shift lead',
      ['Pull the plug at once, so that it stops charging', 'Open the window and finish what you were doing'],
      'Pulling a plug under load makes a spark, right where the hydrogen is. The switch at the wall does not.',
    ),
  ],
  comment: 'It is three metres since the new chargers came in May. The notice at bay 2 says so too.',
};
