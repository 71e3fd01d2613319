import type { DemoModule } from '../../content.ts';

export const stockRotation: DemoModule = {
  title: 'Date marks and stock rotation',
  status: 'published',
  flashcards: [
    {
      front: "What does a 'use by' date mean?",
      back: 'It is about safety. After that date the food must not be sold or eaten, even if it looks and smells fine. Names differ between countries: check your local rule.',
    },
    {
      front: "What does 'best before' mean?",
      back: 'It is about quality. After that date the food may be less crisp or fresh, but is usually safe if stored as the label says.',
    },
    {
      front: 'What is the difference between FIFO and FEFO?',
      back: 'First in, first out goes by arrival; first expired, first out goes by date. For food, FEFO is right: a later delivery can carry an earlier date.',
    },
    {
      front: 'What is a batch or lot code for?',
      back: 'It names goods made under the same conditions. It lets us find and stop exactly those in a recall, and nothing else.',
    },
    {
      front: "What does 'one step back, one step forward' mean?",
      back: 'For every batch we can say from whom it came and to whom it went. That is what traceability comes down to in a warehouse.',
    },
    {
      front: 'How do you put away a new delivery of a product that is already in stock?',
      back: 'Compare the dates, put the shorter date where it will be picked first, and never bury it behind the new one.',
    },
    {
      front: 'What do you do with goods that have passed their use-by date?',
      back: 'Move them to the marked waste or hold area and book them out at once, so that neither a person nor the system can pick them.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        'Ham with use-by 14 May is in the pick face. A new delivery of the same ham, use-by 9 May, arrives. Which goes out first?',
      options: [
        'The new delivery, because its date is earlier',
        'The one already in the pick face, because it came first',
        'Whichever pallet is full',
        'It makes no difference within one week',
      ],
      correct: 0,
      explanation: 'First expired, first out. Going by arrival would leave the 9 May ham to expire on the shelf.',
    },
    {
      kind: 'short_text',
      prompt: 'Which four-letter rule tells you to send out the goods with the earliest date first?',
      accepted: ['FEFO', 'first expired first out', 'first expired, first out', 'first expiry first out', 'F.E.F.O.'],
      explanation: 'FEFO: first expired, first out. FIFO looks only at the order of arrival.',
    },
    {
      kind: 'single_choice',
      prompt:
        'A customer asks for fish at a discount one day after its use-by date; it smells fresh. What do you answer?',
      options: [
        'Yes, if it is cooked on the same day',
        'Yes, if the customer signs for the risk',
        'No: use-by is a safety date and smell does not show dangerous bacteria',
        'Yes, use-by is only a recommendation when the fish has been kept cold',
      ],
      correct: 2,
      explanation:
        'Many bacteria that make people ill change neither smell nor look. No discount or signature makes it acceptable.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'A supplier recalls one batch of soup. Which records do you need? Choose all that apply.',
      options: [
        "The supplier's annual turnover",
        'The delivery in which we received it',
        'The customers to whom that batch was sent',
        'The batch code of the recalled soup',
        'The retail price',
      ],
      correct: [1, 2, 3],
      explanation:
        'The code says which goods, the receipt says from where, the dispatch says to whom: one step back and one step forward.',
    },
  ],
};
