import type { DemoModule } from '../../content.ts';

export const personalData: DemoModule = {
  title: 'Personal data in daily work',
  status: 'published',
  validityDays: 365,
  flashcards: [
    {
      front: 'What is personal data?',
      back: 'Anything about a person who can be identified: name, phone number, photo, vehicle plate, shift pattern, even a location trace without a name.',
    },
    {
      front: "What does 'need to know' mean?",
      back: 'You open a record because your task requires it, not because the system lets you. Looking up a neighbour or a colleague out of curiosity is a breach.',
    },
    {
      front: 'What is purpose limitation?',
      back: "Data collected for one purpose is not used for another. A driver's number given for delivery is not for the marketing list.",
    },
    {
      front: 'How long do we keep personal data?',
      back: "As long as its purpose or the law requires, then it is deleted. 'It may be useful one day' is not a reason.",
    },
    {
      front: 'Someone asks for a copy of all that we hold about them. What do you do?',
      back: 'Pass it to the data protection contact on the same day. Many laws give people this right with a deadline, and no special words are needed. Check your local rule.',
    },
    {
      front: 'What counts as a data breach?',
      back: 'Loss, theft, wrong recipient, unwanted change or unwanted access, also by accident. A lost phone or a misdirected e-mail is one.',
    },
    {
      front: 'You sent a list to the wrong person. When do you report it?',
      back: 'At once, before trying to fix it quietly. Some laws give the company only 72 hours to notify the authority, and early action limits the harm.',
    },
    {
      front: 'Which data needs extra care?',
      back: 'Health, religion, ethnic origin, union membership, sexuality, fingerprints and criminal records. Share it only where there is a clear rule for it.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: 'You e-mail a rota with phone numbers to the wrong customer. They promise to delete it. What do you do?',
      options: [
        'Report it to the data protection contact at once',
        'Nothing more, since they promised',
        'Recall the message and wait a week',
        'Ask the customer for a written confirmation and file it',
      ],
      correct: 0,
      explanation:
        "It is a breach even if it ends well. The company must assess it and may have a short legal deadline; that decision is not the sender's alone.",
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which of these are personal data? Choose all that apply.',
      options: [
        "A driver's location trace without a name",
        'A photo of a colleague on the noticeboard',
        'The price list for cheese',
        'The number of pallets in bay 12',
        "A customer contact's direct phone number",
      ],
      correct: [0, 1, 4],
      explanation:
        'A trace can be matched to a person, and a photo and a direct number identify one. Pallet counts and prices say nothing about a person.',
    },
    {
      kind: 'single_choice',
      prompt: 'A friend asks whether her ex-partner still works for us. You could look it up. What is right?',
      options: [
        'Look it up, but answer only with a yes or a no',
        'Do not look it up, and do not confirm',
        'Look it up and tell no one',
        "Ask the ex-partner's team leader",
      ],
      correct: 1,
      explanation: "There is no work purpose. Even looking is a breach, and a plain 'yes' can put somebody in danger.",
    },
    {
      kind: 'single_choice',
      prompt: "A former temp writes on social media: 'Send me everything that you have on me.' What do you do?",
      options: [
        'Ignore it, because it is not a formal letter',
        'Ask for a reason first',
        'Pass it to the data protection contact today',
        'Send the files straight away by message',
      ],
      correct: 2,
      explanation:
        'Such a request is usually valid in any form and the clock starts when it arrives. Identity has to be checked before anything is sent.',
    },
    {
      kind: 'short_text',
      prompt: 'A laptop with staff addresses is left on a train. What is this event called in data protection?',
      accepted: [
        'data breach',
        'a data breach',
        'breach',
        'personal data breach',
        'a personal data breach',
        'security breach',
        'data loss incident',
      ],
      explanation: 'A (personal) data breach. Loss counts, whether or not somebody misuses the data.',
    },
  ],
};
