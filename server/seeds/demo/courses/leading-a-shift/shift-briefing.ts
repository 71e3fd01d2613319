import type { DemoModule } from '../../content.ts';

export const shiftBriefing: DemoModule = {
  title: 'The first ten minutes: a shift briefing',
  status: 'draft',
  flashcards: [
    {
      front: 'What is a shift briefing for?',
      back: 'So that everyone starts with the same picture: what matters today, what is different, who does what, and what could hurt somebody.',
    },
    {
      front: 'How long should it be?',
      back: 'Five to ten minutes, standing, at a fixed time and place. What does not concern everyone is for afterwards.',
    },
    {
      front: 'What comes first?',
      back: "Safety: one concrete point for today, such as the blocked aisle 4 or ice in the yard. 'Be careful' is not a point.",
    },
    {
      front: 'How do you check that it was understood?',
      back: "Ask somebody to say it back in their own words. 'Any questions?' usually gets silence.",
    },
    {
      front: 'How do you include colleagues who are new to the language?',
      back: 'Short sentences, pictures or the real object, and a partner who can help. Then ask them to show, not just to nod.',
    },
    {
      front: 'Why mention something that went well?',
      back: "People repeat what is noticed. Be specific: 'Dock 3 caught a warm delivery yesterday' teaches, 'good work' does not.",
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: 'Which safety point is best for a briefing?',
      options: [
        "'Please be careful today.'",
        "'Aisle 4 is closed until the upright has been replaced; use aisle 5.'",
        "'Safety comes first, as always.'",
        "'There is a new notice about the aisles on the board; read it when you have time.'",
      ],
      correct: 1,
      explanation: "It names the place, the danger and what to do. General appeals change nobody's route.",
    },
    {
      kind: 'single_choice',
      prompt: 'How do you best find out whether the new loading order was understood?',
      options: [
        "Ask 'Any questions?'",
        "Ask 'Is everyone clear about this, or shall I say it again?'",
        'Ask one person to explain the order in their own words',
        'Send it again by e-mail',
      ],
      correct: 2,
      explanation: 'Saying it back shows what has arrived. The other questions invite a nod.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'What belongs in a ten-minute briefing? Choose all that apply.',
      options: [
        "Today's volumes and who works where",
        'A change from the usual method',
        'The whole quarterly report',
        "One person's lateness last week",
        'One concrete safety point',
      ],
      correct: [0, 1, 4],
      explanation:
        'Volumes, changes and one danger concern everyone today. Individual matters belong in private, and reports elsewhere.',
    },
    {
      kind: 'spoken',
      prompt:
        'Give a one-minute briefing: ten people, 20 % more volume than usual, dock 2 out of order, two new starters.',
      rubric: [
        'Gives a concrete safety point, such as pedestrians and traffic diverted from dock 2',
        'Says that volume is 20 % up and what that means for the plan',
        'Says what replaces dock 2',
        'Names the new starters or their partners and makes them welcome',
        'Checks understanding by having something said back',
      ],
      explanation:
        'Safety, volume, change, people, check. It should fit into a minute and leave nobody guessing about dock 2.',
    },
  ],
};
