import type { DemoModule } from '../../content.ts';

export const deliveryProblems: DemoModule = {
  title: 'Late, short and damaged deliveries',
  status: 'published',
  flashcards: [
    {
      front: 'A lorry is late. When do you tell the customer?',
      back: 'As soon as you know, before they call. A warning lets them change their plan; an excuse afterwards does not.',
    },
    {
      front: 'What does a useful delay message contain?',
      back: 'Which order, how late, the new time as a range, and what the customer can choose: wait, another slot, or cancel.',
    },
    {
      front: 'What is a short delivery?',
      back: 'Fewer items than the order or the delivery note says. Find out first which of the two: it decides whether stock or transport looks for it.',
    },
    {
      front: 'What do you ask for when goods are damaged?',
      back: 'Order number, item and quantity, photos of goods and outer packing, and whether it was noted on the delivery note.',
    },
    {
      front: 'Chilled goods arrived warm. What do you advise?',
      back: 'Do not use them; keep them apart and cold if possible, note the time and temperature, and wait for quality. Safety comes before the credit.',
    },
    {
      front: 'When is a credit right and when a replacement?',
      back: 'Ask what helps. A café without milk needs milk today; a shop with spare stock may prefer the credit.',
    },
    {
      front: 'Why close the loop with the warehouse or transport?',
      back: 'The same fault comes back until its cause is known. A case closed only with the customer is half closed.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        'At 7:10 planning tells you that a lorry will reach a school kitchen at 9:00 instead of 8:00. What do you do?',
      options: [
        'Wait to see whether it makes up the time',
        'Send an e-mail in the afternoon with an apology and the reason',
        'Call the kitchen now with the new time and the choices',
        'Let the driver explain on arrival',
      ],
      correct: 2,
      explanation:
        'At 7:10 the kitchen can still change the menu. Each minute of waiting takes away one of their choices.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which details do you need for a damage claim? Choose all that apply.',
      options: [
        'Order number',
        "The customer's date of birth",
        'What was written on the delivery note',
        'Photos of the goods and the outer packing',
        'Item and quantity',
      ],
      correct: [0, 2, 3, 4],
      explanation:
        'These show what was damaged and where on the way. A date of birth has no use here, and personal data without a use is not asked for.',
    },
    {
      kind: 'single_choice',
      prompt:
        'A deli reports that its pâté arrived at 12 °C and asks whether it can be sold if chilled quickly. What do you answer?',
      options: [
        'Please do not sell it; keep it apart, note the reading, and our quality team will call you',
        'Yes, if it is below 5 °C again within two hours and the packs are sealed',
        'Yes, with a shorter date',
        'That is for you to decide',
      ],
      correct: 0,
      explanation:
        'You do not know how long it was warm, and cooling does not undo growth. Only quality can release it.',
    },
    {
      kind: 'single_choice',
      prompt: 'The order says ten crates, the delivery note says eight, and eight arrived. Who looks into it first?',
      options: [
        'Transport, because goods were lost on the way',
        'The customer, who must have miscounted when placing the order online',
        'Nobody, as the note is correct',
        'The warehouse or stock team, because only eight were dispatched',
      ],
      correct: 3,
      explanation:
        'The note matches what arrived, so nothing was lost on the road. The two crates were never picked or not in stock.',
    },
  ],
};
