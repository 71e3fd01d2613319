import type { ArchivedModule } from '@training/shared/courses/course-archive';
import type { Question } from '@training/shared/courses/courses';
import { apportionSeatsToTopics } from '@training/shared/learning/apportion-seats';
import { qtiItemIdentifierOf, renderOutcomeDeclarationXml } from './qti-item.ts';
import { renderXmlElement, QTI_NAMESPACE_ATTRIBUTES, renderXmlDocument } from './qti-xml.ts';

type Section = { questions: Question[]; seats: number };

/**
 * Returns the sections of a test. If attempts draw questions, each topic is one, with its share of them; there is only
 * one if not every topic gets a question.
 */
function sectionsOf({ quiz, questions_per_attempt: drawn }: ArchivedModule): Section[] {
  const topics = [...Map.groupBy(quiz, ({ topic }) => topic).values()].map((questions) => ({ questions, seats: 1 }));
  if (drawn === null || drawn >= quiz.length || drawn < topics.length) {
    return [{ questions: quiz, seats: Math.min(drawn ?? quiz.length, quiz.length) }];
  }
  apportionSeatsToTopics(topics, drawn - topics.length);
  return topics;
}

/** Returns the path of an item from the root of the package. */
export const qtiItemPathOf = (module: number, { id }: Question): string => `items/${module}/${id}.xml`;

/**
 * Returns a module's quiz as a QTI 3.0 test with its draw, and its pass scores as mastery values
 * (rules/courses-and-modules 19).
 * @param n Number of the module in the package, from 1.
 */
export function renderQtiTestXml(module: ArchivedModule, n: number): string {
  const { title, pass_score, topic_scores, show_solutions } = module;
  const categoryOf = (topic: string | undefined) => {
    const place = topic_scores.findIndex((each) => each.topic === topic);
    return place < 0 ? undefined : `topic-${place + 1}`;
  };
  const sections = sectionsOf(module).map(({ questions, seats }, place) =>
    renderXmlElement(
      'qti-assessment-section',
      { identifier: `section-${place + 1}`, title: questions[0]?.topic ?? title, visible: true },
      ...(seats < questions.length ? [renderXmlElement('qti-selection', { select: seats })] : []),
      renderXmlElement('qti-ordering', { shuffle: true }),
      ...questions.map((question) =>
        renderXmlElement('qti-assessment-item-ref', {
          identifier: qtiItemIdentifierOf(question),
          href: `../${qtiItemPathOf(n, question)}`,
          category: categoryOf(question.topic),
        }),
      ),
    ),
  );
  const scores = [
    { name: 'SCORE', category: undefined, least: pass_score },
    ...topic_scores.map(({ pass_score: least }, place) => ({
      name: `TOPIC_${place + 1}`,
      category: `topic-${place + 1}`,
      least,
    })),
  ];
  const shown = { 'show-feedback': show_solutions === 'with_answer', 'show-solution': show_solutions !== 'never' };
  return renderXmlDocument(
    renderXmlElement(
      'qti-assessment-test',
      { ...QTI_NAMESPACE_ATTRIBUTES, identifier: `module-${n}`, title },
      ...scores.map(({ name, least }) =>
        renderOutcomeDeclarationXml(name, 'float', '0', {
          'normal-maximum': 1,
          'normal-minimum': 0,
          'mastery-value': least,
        }),
      ),
      renderOutcomeDeclarationXml('PASSED', 'boolean', 'false'),
      renderXmlElement(
        'qti-test-part',
        { identifier: 'part-1', 'navigation-mode': 'nonlinear', 'submission-mode': 'individual' },
        renderXmlElement('qti-item-session-control', { 'max-attempts': 1, ...shown }),
        ...sections,
      ),
      renderXmlElement(
        'qti-outcome-processing',
        {},
        ...scores.map(({ name, category }) => setOutcome(name, shareOf(category))),
        setOutcome('PASSED', renderXmlElement('qti-and', {}, ...scores.map(isReached))),
      ),
    ),
  );
}

const setOutcome = (identifier: string, value: string) =>
  renderXmlElement('qti-set-outcome-value', { identifier }, value);

/** Expression for the share of the points that were scored, of all items or those of a category. */
function shareOf(category: string | undefined): string {
  const sum = (variable: string) => {
    const which = { 'variable-identifier': variable, 'include-category': category };
    return renderXmlElement('qti-sum', {}, renderXmlElement('qti-test-variables', which));
  };
  return renderXmlElement('qti-divide', {}, sum('SCORE'), sum('MAXSCORE'));
}

const isReached = ({ name, least }: { name: string; least: number }) =>
  renderXmlElement(
    'qti-gte',
    {},
    renderXmlElement('qti-variable', { identifier: name }),
    renderXmlElement('qti-base-value', { 'base-type': 'float' }, String(least)),
  );
