import type { DemoModule } from '../../content.ts';

export const clearReplies: DemoModule = {
  title: 'Writing clear replies',
  status: 'published',
  flashcards: [
    {
      front: 'Where does the answer go in an e-mail?',
      back: 'In the first sentence. Reasons and details follow for those who want them.',
    },
    {
      front: 'How long should a sentence be?',
      back: "About 15 to 20 words on average. If it needs two commas and an 'and', make two sentences.",
    },
    {
      front: "Why prefer 'we will credit you' to 'a credit will be issued'?",
      back: 'The active form says who does what. The passive hides it and sounds as if nobody were responsible.',
    },
    {
      front: 'What makes a good subject line?',
      back: "It lets the reader find it again and know what it asks: 'Order 48213: redelivery on Tuesday, please confirm'.",
    },
    {
      front: 'The customer asked three questions. How do you answer?',
      back: 'All three, in their order, each in its own line or numbered. A missed question means another e-mail.',
    },
    {
      front: 'Which words do you avoid?',
      back: "Our own shorthand. 'POD', 'ETA slip' and 'short pick' are clear to us only; say 'signed delivery note', 'late', 'missing item'.",
    },
    {
      front: 'What do you check before you send?',
      back: 'Name, order number, dates, the attachment, and every address in the line. The wrong recipient is the commonest data leak.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: 'Which first sentence is clearest?',
      options: [
        "'With reference to your message of the 4th, we have looked into the matter.'",
        "'Your two missing cheeses will arrive on Tuesday before ten.'",
        "'Due to a short pick, an ETA slip has occurred.'",
        "'Please be advised that the case has been escalated.'",
      ],
      correct: 1,
      explanation: 'It gives the answer, the item and the time at once. The others make the reader wait or translate.',
    },
    {
      kind: 'single_choice',
      prompt: 'Which sentence says who will act?',
      options: [
        "'I will correct the invoice today.'",
        "'The invoice will be corrected.'",
        "'A correction is being looked at.'",
        "'It has been decided to correct the invoice.'",
      ],
      correct: 0,
      explanation:
        "'I' and 'today' name the person and the time. The other three leave the reader asking 'by whom, when?'",
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which checks prevent sending personal data to the wrong person? Choose all that apply.',
      options: [
        'Removing an old thread that is about another customer',
        'Reading every address in the To and Cc lines',
        'Using a larger font',
        'Marking the mail as urgent',
        'Opening the attachment before sending it',
      ],
      correct: [0, 1, 4],
      explanation:
        'Wrong addresses, wrong attachments and long old threads are the usual ways for data to leak. Font and urgency change nothing.',
    },
    {
      kind: 'short_text',
      prompt: "Rewrite the term 'POD' so that a customer understands it.",
      accepted: [
        'proof of delivery',
        'signed delivery note',
        'delivery receipt',
        'delivery note',
        'signed proof of delivery',
        'signed delivery receipt',
        'the signed delivery note',
      ],
      explanation: 'POD stands for proof of delivery, which a customer knows as the signed delivery note.',
    },
    {
      kind: 'single_choice',
      prompt:
        'A customer asks when the goods come, whether the price changed, and who the new contact is. You know two of the answers. What do you send?',
      options: [
        'The two answers, and nothing about the third',
        'The two answers, and when and from whom the third will come',
        'Nothing yet; one complete mail tomorrow is better than two today',
        'A link to the web site',
      ],
      correct: 1,
      explanation:
        'A partial answer with a date keeps trust. Silence on one question looks like an oversight, and waiting delays what you already know.',
    },
  ],
};
