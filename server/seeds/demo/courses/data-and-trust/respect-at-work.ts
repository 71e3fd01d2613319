import type { DemoModule } from '../../content.ts';

export const respectAtWork: DemoModule = {
  title: 'Respect at work and speaking up',
  status: 'published',
  flashcards: [
    {
      front: 'What decides whether a remark is harassment: intent or effect?',
      back: "Mostly effect. Unwanted behaviour that humiliates or intimidates is harassment even if it was 'only a joke'. Check your local rule for the legal wording.",
    },
    {
      front: 'What is the difference between firm management and bullying?',
      back: 'Firm management is about the work, is fair, and happens in private. Bullying is aimed at the person, repeats, and belittles.',
    },
    {
      front: 'You see a colleague being mocked. What can you do?',
      back: 'One of four things: step in calmly, change the subject, fetch help, or speak to the person afterwards. Doing nothing reads as agreement.',
    },
    {
      front: 'Whom can you tell?',
      back: 'Your manager, any other manager, People & Compliance, or the confidential line. You may skip a step if that person is involved.',
    },
    {
      front: 'What is retaliation?',
      back: 'Any disadvantage for having spoken up in good faith: worse shifts, exclusion, a bad review. It is itself a serious breach.',
    },
    {
      front: 'Do you need proof before you report?',
      back: "No. You need an honest belief. Say what you saw and heard; finding proof is the investigator's job.",
    },
    {
      front: 'How do you make a report useful?',
      back: 'Facts: what, when, where, who was there, and how often. Write it down soon, while you still remember the words.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        "A team leader imitates a colleague's accent each morning. People laugh, and the colleague says nothing. What is true?",
      options: [
        'It can be harassment, because the effect counts and silence is not consent',
        'It is fine, as nobody has complained',
        'It is fine if it is meant as a joke and the team leader treats everyone alike',
        'Only the colleague may report it',
      ],
      correct: 0,
      explanation: 'People often stay silent because they fear worse. Anyone who sees it may report it.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which could be retaliation against somebody who has reported a concern? Choose all that apply.',
      options: [
        'Being left out of team meetings',
        'A sudden bad review with no examples',
        'Being moved to nights without a reason',
        'Being asked for facts by the investigator',
        'Being thanked for the report',
      ],
      correct: [0, 1, 2],
      explanation:
        'Unexplained disadvantages after a report need looking into. Questions of fact and thanks are part of a proper process.',
    },
    {
      kind: 'single_choice',
      prompt:
        'You suspect that delivery temperatures are being filled in without measuring, but you have no proof. What do you do?',
      options: [
        'Wait until you have a photo',
        'Report what you have seen, honestly and as fact',
        'Ask around quietly until you have found others who saw it',
        "Search the person's locker for the thermometer",
      ],
      correct: 1,
      explanation:
        'An honest belief is enough and food safety cannot wait. Searching or asking around can harm innocent people and destroy evidence.',
    },
    {
      kind: 'spoken',
      prompt:
        "A new colleague is told by an older one, in front of others: 'You are too slow for this job, go home and cook.' Say what you would say or do in that moment, and afterwards.",
      rubric: [
        'Acts in the moment: a calm objection, a change of subject, or getting help',
        'Stays calm and does not insult the older colleague',
        'Speaks with the new colleague afterwards and asks what they want',
        'Names a way to report it: manager, People & Compliance or confidential line',
        'Does not call it a joke or play it down',
      ],
      explanation:
        'Acting at once shows that it is not accepted, support afterwards gives the person a voice, and a report stops it from repeating.',
    },
  ],
};
