import type { DemoModule } from '../../content.ts';

export const phishing: DemoModule = {
  title: 'Phishing and passwords',
  status: 'published',
  validityDays: 180,
  flashcards: [
    {
      front: 'What is phishing?',
      back: 'A message that pretends to come from someone you trust, to make you click, pay, or give away a password. It comes by e-mail, text, phone and chat.',
    },
    {
      front: 'Which feelings do such messages play on?',
      back: 'Hurry, fear, curiosity, greed, and respect for a boss. If a message makes you rush, that is the moment to slow down.',
    },
    {
      front: 'How do you check a link?',
      back: "Read the domain from the right: in 'bank.example.pay-now.test' the owner is 'pay-now.test'. When unsure, type the address yourself.",
    },
    {
      front: 'A supplier e-mails new bank details. What do you do?',
      back: 'Call them on a number that you already had, never the one in the message. Changed bank details are the classic invoice fraud.',
    },
    {
      front: 'What makes a password strong?',
      back: 'Length, and being used in one place only. Several unrelated words beat a short word with symbols; a password manager remembers them for you.',
    },
    {
      front: 'Why is a second factor so useful?',
      back: 'A stolen password alone no longer opens the door. An app or a hardware key is better than a text message.',
    },
    {
      front: 'Your phone asks you to approve a sign-in that you did not start. What now?',
      back: "Refuse it, change the password, and report it. Somebody has your password and is hoping that you will tap 'yes'.",
    },
    {
      front: 'You clicked on a bad link. What do you do?',
      back: 'Report it at once; nobody is blamed for that. Minutes matter, and the security team can block the page for everybody else.',
    },
  ],
  questions: [
    {
      kind: 'single_choice',
      prompt:
        "A text says that your parcel is held and asks for 1.99 at 'post-office.delivery-help.example'. Who owns that address?",
      options: [
        'The post office',
        'Your bank',
        'The parcel company whose name is in the text',
        "Whoever registered 'delivery-help.example'",
      ],
      correct: 3,
      explanation:
        'The owner is named by the part before the first single slash, read from the right. What stands in front of it can be invented freely.',
    },
    {
      kind: 'single_choice',
      prompt:
        "The managing director writes from a private address: 'In a meeting, please buy gift cards quickly and send me the codes.' What do you do?",
      options: [
        'Check by calling a number that you know, and report the message',
        'Buy them, as it is the director',
        'Reply to the message and ask for something only the director knows',
        'Forward it to your team for advice',
      ],
      correct: 0,
      explanation:
        'Hurry, secrecy and gift cards are the pattern of a fraud. A reply goes to the fraudster; a call to a known number does not.',
    },
    {
      kind: 'multiple_choice',
      prompt: 'Which make your accounts safer? Choose all that apply.',
      options: [
        'A different password for each service',
        "Adding '1' to your old password each month",
        'A sticky note under the keyboard',
        'A password manager',
        'A second factor',
      ],
      correct: [0, 3, 4],
      explanation:
        'Unique passwords stop one leak from opening every door, a manager makes that practical, and a second factor blocks stolen ones. A counter at the end is guessed at once.',
    },
    {
      kind: 'single_choice',
      prompt:
        'You entered your password on a page and then noticed that it was false. It is Friday, 17:55. What do you do?',
      options: [
        'Change it on Monday',
        'Change it now on the real site, and report it now',
        'Watch the account for strange e-mails over the weekend',
        'Delete the message and the browser history',
      ],
      correct: 1,
      explanation:
        'Stolen passwords are often tried within minutes. Changing it closes your door; reporting protects the others who had the same message.',
    },
    {
      kind: 'short_text',
      prompt: 'What do we call fraud by messages that pretend to come from somebody you trust?',
      accepted: ['phishing', 'phising', 'a phishing attack', 'phishing fraud'],
      explanation:
        'Phishing. By text message it is also called smishing, and when aimed at one person, spear phishing.',
    },
  ],
};
