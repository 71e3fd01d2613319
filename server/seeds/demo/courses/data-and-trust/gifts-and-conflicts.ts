import type { DemoModule } from '../../content.ts';

export const giftsAndConflicts: DemoModule = {
  title: 'Gifts and conflicts of interest',
  status: 'published',
  flashcards: [
    {
      front: 'What is a conflict of interest?',
      back: 'When a private interest could sway, or seem to sway, a decision that you make at work. Having one is not wrong; hiding it is.',
    },
    {
      front: 'What do you do when you find yourself in one?',
      back: 'Declare it early and in writing, and let someone else decide. It takes two minutes and protects you for years.',
    },
    {
      front: 'Which question tests a gift?',
      back: 'Would I be happy if my colleagues and our other suppliers read about it tomorrow? If not, decline.',
    },
    {
      front: 'Which gifts are never acceptable?',
      back: 'Cash or vouchers, anything during a tender or a negotiation, anything asked for, and anything with a favour attached.',
    },
    {
      front: 'A pen or a box of biscuits at New Year: allowed?',
      back: "Usually, if it is small, open, rare, and shared or recorded as the company's limit says. Check the current limit with People & Compliance.",
    },
    {
      front: 'What is a facilitation payment?',
      back: 'A small unofficial sum to make an official do their routine duty faster. We do not pay them, and many countries punish them as bribery.',
    },
    {
      front: 'Do the rules cover favours other than objects?',
      back: 'Yes. Tickets, trips, discounts, a job for a relative, or free work on your house are all gifts.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: 'You choose between three pallet suppliers. Your sister works in sales at one of them. What do you do?',
      options: [
        'Declare it in writing, and let somebody else decide',
        'Decide fairly and say nothing',
        'Leave her company out of the choice, to be on the safe side',
        'Ask her for the best price first',
      ],
      correct: 0,
      explanation:
        'Even a fair choice looks unfair afterwards. Excluding the company harms it and us; a declaration solves both.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which of these must you decline? Choose all that apply.',
      options: [
        'Cash in a thank-you card',
        'A branded pen at a trade fair',
        'A coffee during a site visit',
        'A voucher for 50 from a carrier',
        'Concert tickets from a bidder during a tender',
      ],
      correct: [0, 3, 4],
      explanation:
        'Cash, vouchers and anything from a bidder during a tender are out, whatever their value. A pen and a coffee are small and open.',
    },
    {
      kind: 'single_choice',
      prompt:
        "At a border a clerk says that a 'small unofficial fee' would get the papers stamped today. What do you do?",
      options: [
        'Pay, because the load is chilled',
        'Refuse politely, ask for an official receipt or a supervisor, and call your manager',
        'Pay, keep a note of the sum and the name, and report it with your expenses',
        'Ask the customer to pay it',
      ],
      correct: 1,
      explanation:
        'It is a facilitation payment. Passing it to somebody else changes nothing. Spoiled goods cost less than a bribery case. If you feel threatened, safety comes first: report it at once.',
    },
    {
      kind: 'short_text',
      prompt: 'A conflict of interest is not wrong in itself. What must you do with it?',
      accepted: [
        'declare it',
        'declare',
        'disclose it',
        'disclose',
        'report it',
        'report',
        'tell my manager',
        'tell your manager',
        'declare it in writing',
        'disclose it in writing',
      ],
      explanation: 'Declare it, early and in writing. Then somebody without the interest can make the decision.',
    },
  ],
};
