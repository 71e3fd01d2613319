import type { Evidence } from '@training/shared/evidence/evidence';

/** What a certificate says. Names in its sentences are isolated, so that each keeps its own direction. */
export type CertificateText = {
  workspace: string;
  person: string;
  module: string;
  statement: string;
  facts: [label: string, value: string][];
  approvals: string[];
  answers: { question: string; answer: string; result: string }[];
};

export function certificateText(evidence: Evidence): CertificateText {
  const { workspace, person, module, revision, completion, attempt, time_zone } = evidence;
  const day = (at: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: time_zone }).format(new Date(at));
  const moment = (at: string) =>
    `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: time_zone }).format(new Date(at))} (${time_zone})`;
  const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;
  const { score, completed_at, expires_at } = completion;
  const scored = score === null ? '' : ` with a score of ${percent(score)}`;
  return {
    workspace: workspace.name,
    person: person.full_name,
    module: revision?.title ?? module.title,
    statement: `has completed this training on ${day(completed_at)}${scored}.`,
    facts: [
      ['Course', module.course],
      ['Completed', moment(completed_at)],
      // The last millisecond of the last day: the end itself belongs to the day after.
      ['Valid until', expires_at === null ? 'No end' : day(new Date(Date.parse(expires_at) - 1).toISOString())],
      ...(person.department === null ? [] : [['Department', person.department] as [string, string]]),
      ...(revision
        ? ([
            [
              'Content',
              `Revision ${revision.number}, published on ${day(revision.published_at)} by ${isolated(revision.published_by)}`,
            ],
            ['Cards, SHA-256', revision.flashcards_hash],
            ['Quiz, SHA-256', revision.quiz_hash],
          ] as [string, string][])
        : []),
      ...(attempt
        ? ([['Attempt', `${attempt.number}, passed at ${percent(attempt.pass_score)} or more`]] as [string, string][])
        : []),
      ['Certificate', completion.enrollment_id],
    ],
    approvals: (revision?.approvals ?? []).map(
      ({ section, by, at }) => `${section === 'quiz' ? 'Quiz' : 'Cards'}: approved by ${isolated(by)} on ${day(at)}`,
    ),
    answers: (attempt?.answers ?? []).map((answer, n) => ({
      ...numbered(n, wordsOf(answer)),
      result: answer.score === null ? 'Not graded' : answer.score === 1 ? 'Right' : percent(answer.score),
    })),
  };
}

/** Characters of a question or an answer that are printed; the evidence inside has them whole. */
const PRINTED = 500;

function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length <= PRINTED ? text : `${letters.slice(0, PRINTED).join('')}…`;
}

/** U+2068 and U+2069: what is between them has no say in the direction of what is around it. */
const isolated = (text: string) => `\u2068${text}\u2069`;

const numbered = (n: number, { question, answer }: { question: string; answer: string }) => {
  return { question: `${n + 1}. ${isolated(shortened(question))}`, answer: shortened(answer) };
};

type Answer = NonNullable<Evidence['attempt']>['answers'][number];

function wordsOf({ question, response, oral }: Answer): { question: string; answer: string } {
  const asked = isRecord(question) ? question : {};
  const prompt = typeof asked['prompt'] === 'string' ? asked['prompt'] : 'A question that was changed since';
  const options = Array.isArray(asked['options']) ? asked['options'].map(String) : [];
  const option = (index: number) => options[index] ?? `Option ${index + 1}`;
  switch (response.kind) {
    case 'single_choice':
      return { question: prompt, answer: option(response.choice) };
    case 'multiple_choice':
      return { question: prompt, answer: response.choices.map(option).join('; ') };
    case 'short_text':
      return { question: prompt, answer: response.text };
    case 'spoken':
      return { question: prompt, answer: response.text ?? oral?.corrected ?? oral?.heard ?? 'A recording' };
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
