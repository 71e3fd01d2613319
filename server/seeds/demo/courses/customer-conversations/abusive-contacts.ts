import type { DemoModule } from '../../content.ts';

export const abusiveContacts: DemoModule = {
  title: 'Angry and abusive contacts',
  status: 'in_review',
  flashcards: [
    {
      front: 'What is the difference between anger and abuse?',
      back: 'Anger is about the problem: loud, upset, unfair at times. Abuse is about you: insults, threats, slurs, sexual remarks. You help with the first and need not bear the second.',
    },
    {
      front: 'How do you take the heat out of anger?',
      back: 'Let them finish, lower your voice and pace, name the problem, and say what you will do. Interrupting restarts the story.',
    },
    {
      front: 'Which phrases make it worse?',
      back: "'Calm down', 'that is our policy', 'as I already said'. They tell the caller that the feeling is wrong, instead of dealing with its cause.",
    },
    {
      front: 'How do you set a limit?',
      back: "Say it once, calmly, with the choice: 'I want to help. If the insults go on, I will end the call.' Then do what you said.",
    },
    {
      front: 'Somebody makes a threat. What do you do?',
      back: 'End the contact, write down the exact words, time and number, and tell your manager at once. A threat of violence goes to security or the police.',
    },
    {
      front: 'What should happen after a bad call?',
      back: 'A short break, a word with a colleague or manager, and a note in the record. Moving straight on stores up stress.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: "A caller shouts: 'I have lost a whole day's sales!' He has not insulted you. What is best?",
      options: [
        "'I understand, but if you go on shouting at me I will have to hang up.'",
        "'Please calm down, sir.'",
        "'That is not my department.'",
        "'A whole day is a serious loss. Let me see what we can deliver today.'",
      ],
      correct: 3,
      explanation:
        'He is angry about the loss, not abusing you. Naming the loss and acting on it lowers the heat; a warning would raise it.',
    },
    {
      kind: 'multiple_choice',
      prompt:
        'Which of these are abuse, so that you may end the contact after a warning or at once? Choose all that apply.',
      options: [
        'A racial slur',
        "'I know where you park your car.'",
        'Asking for your manager',
        "'This is the worst service that I have ever had.'",
        'A sexual remark about you',
      ],
      correct: [0, 1, 4],
      explanation:
        'Slurs, threats and sexual remarks are aimed at you as a person. Harsh criticism and asking for a manager are legitimate, even when unpleasant.',
    },
    {
      kind: 'single_choice',
      prompt: 'You have warned a caller once, and the insults go on. What now?',
      options: [
        'Warn a second and a third time, a little more firmly each time',
        'Put the caller on hold until the line drops',
        'End the call as announced, note it, and tell your manager',
        'Answer in the same tone',
      ],
      correct: 2,
      explanation:
        'A limit works only if it is kept. A clear end and a record protect you and the next colleague; hold or insults only escalate.',
    },
    {
      kind: 'short_text',
      prompt: 'Which two-word phrase, often said to angry people, tends to make them angrier?',
      accepted: ['calm down', 'calm down please', 'please calm down', 'just calm down'],
      explanation: "'Calm down' tells people that their feeling is wrong. Naming their problem works better.",
    },
  ],
};
