import type { DemoModule } from '../../content.ts';

export const complaints: DemoModule = {
  title: 'Handling a complaint',
  status: 'published',
  flashcards: [
    {
      front: 'Why is a complaint worth having?',
      back: 'Most unhappy customers say nothing and leave. One who complains is giving us a chance to keep them, and free information.',
    },
    {
      front: 'What are the five steps?',
      back: 'Listen, acknowledge, find out, agree on a solution, follow up. Skipping the second makes the rest harder.',
    },
    {
      front: 'How do you acknowledge without admitting a fault that you have not checked?',
      back: "Name the effect: 'I understand that you had no bread for the breakfast service.' It is true whoever caused it.",
    },
    {
      front: 'What makes an apology work?',
      back: "It names what went wrong, contains no 'but' and no 'if', and is followed by an action.",
    },
    {
      front: 'What should you promise?',
      back: "Only what you control. 'I will call you by three' can be kept; 'it will never happen again' cannot.",
    },
    {
      front: 'A complaint mentions illness or an injury. What now?',
      back: 'Take it seriously, record it exactly, keep any product details and batch code, and pass it to quality at once. Do not guess at the cause.',
    },
    {
      front: 'What is the follow-up for?',
      back: 'To check that the solution arrived and worked. A short call the next day often turns a complaint into loyalty.',
    },
    {
      front: 'What do you write down?',
      back: 'Date, customer, facts in their words, batch or order number, what you promised and by when. The next person must be able to carry on from it.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: 'Which is the best apology?',
      options: [
        "'I am sorry if you feel let down.'",
        "'I am sorry, but the driver was ill.'",
        "'I am sorry that your bread came after opening time. I have booked a redelivery for nine.'",
        "'We apologise for any inconvenience that this delay may have caused to you or to your guests.'",
      ],
      correct: 2,
      explanation:
        "It names what happened and what is being done. 'If' doubts the customer, 'but' excuses us, and the stock phrase says nothing.",
    },
    {
      kind: 'single_choice',
      prompt: 'A nursery manager says that three children were sick after eating our yoghurt. What do you do?',
      options: [
        'Say that it was probably a virus',
        'Apologise, offer a full refund, note the refund in the record and close the case',
        'Ask them to write an e-mail',
        'Record the facts and batch code, ask them to keep the product, and pass it to quality at once',
      ],
      correct: 3,
      explanation:
        'Possible illness is urgent: other customers may hold the same batch. Quality decides what to do; guessing or delaying can cost health.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which promises can you safely make? Choose all that apply.',
      options: [
        "'This will never happen again.'",
        "'You will get full compensation.'",
        "'I will call you back before three, with or without news.'",
        "'I have written down everything that you told me.'",
        "'I am passing this to our quality team now.'",
      ],
      correct: [2, 3, 4],
      explanation:
        "These lie in your own hands. 'Never' and 'full compensation' depend on others, and a second broken promise is worse than the first fault.",
    },
    {
      kind: 'spoken',
      prompt:
        "A restaurant's fish order arrived three hours late for the second time this week, and they had to change their lunch menu. Respond to the owner, who has just finished explaining it.",
      rubric: [
        'Acknowledges the effect: the changed lunch menu, and that it was the second time',
        "Apologises without 'if', 'but' or blaming somebody",
        'Asks for or confirms a needed fact, such as what would help today',
        'Offers a concrete next step with a time',
        'Promises only what the speaker can control',
      ],
      explanation:
        'Effect, plain apology, concrete step and time. Mentioning that it was the second time shows that you have listened.',
    },
    {
      kind: 'short_text',
      prompt: 'Listen, ____, find out, agree on a solution, follow up. Which step is missing?',
      accepted: [
        'acknowledge',
        'acknowledgement',
        'acknowledgment',
        'acknowledging',
        'acknowledge it',
        'acknowledge the problem',
        'empathise',
        'empathize',
      ],
      explanation:
        'Acknowledge. People become ready for a solution once they know that their trouble has been understood.',
    },
  ],
};
