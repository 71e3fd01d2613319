import type { DemoModule } from '../../content.ts';

export const phoneCalls: DemoModule = {
  title: 'A good phone call, from hello to goodbye',
  status: 'published',
  flashcards: [
    {
      front: 'What belongs in the first ten seconds?',
      back: 'Greeting, company, your name, and an offer to help. The caller then knows that they have reached the right place and whom they are talking to.',
    },
    {
      front: 'What is the difference between open and closed questions?',
      back: 'Open ones begin with what, how, when, and bring out the story. Closed ones get a yes or a number. Open first, closed to confirm.',
    },
    {
      front: 'How does the caller know that you are listening?',
      back: "By short signals and by hearing their own facts said back: 'So the milk came, but the eggs did not.'",
    },
    {
      front: 'What do you check before you discuss an account?',
      back: 'Who is calling, with the agreed details, such as account number and postcode. A friendly voice is not proof.',
    },
    {
      front: 'How do you put somebody on hold politely?',
      back: 'Say why and for how long, ask whether that suits, and wait for the answer. Come back when you said, even with nothing new.',
    },
    {
      front: 'What should you do before you transfer a call?',
      back: "Tell the colleague the name and the facts, so that the caller need not repeat them, and give the caller the colleague's name.",
    },
    {
      front: 'How do you end a call?',
      back: 'Say what will happen, who does it and by when; ask whether anything else is open; thank them. Note it in the record before the next call.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt: "A café owner says: 'Your delivery is a disaster again.' Which reply is the best start?",
      options: [
        "'Did you check the delivery note?'",
        "'I am sorry to hear that. What happened this morning?'",
        "'That is the carrier's fault, I am afraid; I will pass it on.'",
        "'Can you calm down, please?'",
      ],
      correct: 1,
      explanation:
        'Short sympathy and an open question bring the facts. Checking, blaming or calming sound like doubt, and close the caller up.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which are open questions? Choose all that apply.',
      options: [
        "'Is the seal broken?'",
        "'What did the driver say?'",
        "'How can we make this right for you?'",
        "'When did you first notice it?'",
        "'Did the driver come at eight?'",
      ],
      correct: [1, 2, 3],
      explanation:
        'What, how and when invite the caller to tell. The other two can be answered with one word; they are for confirming at the end.',
    },
    {
      kind: 'single_choice',
      prompt: 'You need four minutes to reach the depot. What do you say?',
      options: [
        "'One moment', and press hold",
        "'I have to transfer you to the depot, who can tell you more about it than I can'",
        'Nothing; you leave the line open while you call',
        "'I will ask the depot. Will you hold for four minutes, or shall I call back by 10:15?'",
      ],
      correct: 3,
      explanation:
        "Reason, time and choice respect the caller's day. An open line lets them hear your internal conversation.",
    },
    {
      kind: 'spoken',
      prompt:
        "End this call: you will have two missing crates of eggs sent on tomorrow's 6 a.m. run, and a colleague called Emil will confirm by text message today. Speak your closing words.",
      rubric: [
        'Sums up the agreed action: two crates of eggs, tomorrow, 6 a.m. run',
        'Says who confirms, and how: Emil, by text message, today',
        'Asks whether anything else is needed',
        'Thanks the caller, in a friendly and unhurried tone',
      ],
      explanation:
        'The caller should hang up knowing what, who and when. Asking for anything else prevents a second call.',
    },
    {
      kind: 'short_text',
      prompt: 'What should you always check before you give out details of an account?',
      accepted: [
        'identity',
        "the caller's identity",
        'caller identity',
        'identity of the caller',
        'who is calling',
        'who the caller is',
        'their identity',
        'id',
        'caller id',
      ],
      explanation:
        'Confirm who is calling with the agreed details. People do pretend to be customers in order to learn prices, addresses or delivery times.',
    },
  ],
};
