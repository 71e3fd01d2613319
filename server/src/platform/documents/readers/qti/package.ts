import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import type { DocumentLimits } from '../../document.ts';
import { UnreadableDocumentError } from '../../unreadable-document.ts';
import { inflateZipParts } from '../zip-parts.ts';
import { resolveArchivePath } from './body.ts';
import { questionsOfQtiItem } from './item.ts';
import type { QtiItem, QtiPackage, QtiImportIssue, QtiTest } from '../../qti.ts';
import {
  findOutermostElementsNamed,
  childElementsOf,
  findOutermostElements,
  findFirstElementNamed,
  type QtiElement,
  parseQtiTree,
  oneLineTextOfElement,
} from './qti-element.ts';

/** Items of a package. */
const MOST_ITEMS = 1_000;
/** Tests of a package, and items that they name. */
const [MOST_TESTS, MOST_NAMED] = [CONTENT_LIMITS.modules, 5_000];
const ALONE = 'item.xml';

/**
 * Reads a QTI 2.1, 2.2 or 3.0 package, or an item alone, as questions.
 * @throws UnreadableDocumentError
 */
export async function readQtiPackage(file: Buffer, limits: DocumentLimits): Promise<QtiPackage> {
  const isZip = file.readUInt16BE(0) === 0x50_4b;
  const parts = isZip ? await inflateZipParts(file, limits) : new Map([[ALONE, file]]);
  const topics = new Map<string, string>();
  const tests: { tree: QtiElement; path: string }[] = [];
  const items: QtiItem[] = [];
  let length = 0;
  for (const [path, content] of parts) {
    // Only the root is read of what is none.
    if (!path.toLowerCase().endsWith('.xml') || !/assessment-?item|assessment-?test|manifest/i.test(headOf(content)))
      continue;
    const tree = readable(content);
    if (tree === undefined) items.push(damaged(path));
    else if (tree.name === 'assessment-item') {
      const questions = questionsOfQtiItem(tree, path);
      length += JSON.stringify(questions).length;
      items.push(...questions);
    }
    if (tree?.name === 'assessment-test') tests.push({ tree, path });
    if (tree?.name === 'manifest') topicsOf(tree, path).forEach((topic, of) => topics.set(of, topic));
    if (length > limits.codePoints * 4 || items.length > MOST_ITEMS || tests.length > MOST_TESTS) throw tooLarge();
  }
  if (items.length === 0) throw noQti();
  const read = items.map((item) => ({ ...item, ...(topics.has(item.path) && { topic: topics.get(item.path) }) }));
  const named = tests.reduce(
    (sum, { tree }) => sum + findOutermostElementsNamed(tree, 'assessment-item-ref').length,
    0,
  );
  if (named > MOST_NAMED) throw tooLarge();
  return { tests: tests.map(({ tree, path }) => readTest(tree, path, topics)), items: read };
}

/** Returns the start of a document after its declaration and comments. */
function headOf(content: Buffer): string {
  let from = content.indexOf('<');
  for (;;) {
    const mark = content.toString('latin1', from, from + 4);
    const end =
      mark === '<!--' ? content.indexOf('-->', from) : mark.startsWith('<?') ? content.indexOf('?>', from) : -1;
    if (end === -1) return content.toString('utf8', from, from + 4_096);
    from = content.indexOf('<', end);
    if (from === -1) return '';
  }
}

function readable(content: Buffer): QtiElement | undefined {
  try {
    return parseQtiTree(content);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}

const damaged = (path: string): QtiItem => ({
  path,
  identifier: '',
  title: path.split('/').at(-1) ?? path,
  language: '',
  question: null,
  media: [],
  reasons: [{ code: 'damaged', value: '' }],
});

/** Returns the topics of items, which a package made here names. */
function topicsOf(manifest: QtiElement, path: string): Map<string, string> {
  const topics = new Map<string, string>();
  for (const resource of findOutermostElementsNamed(manifest, 'resource')) {
    const taxons = findOutermostElementsNamed(resource, 'taxon-path').filter(
      (each) => oneLineTextOfElement(findFirstElementNamed(each, 'source') ?? each) === 'Topic',
    );
    const entry = taxons.flatMap((each) => findOutermostElementsNamed(each, 'entry'))[0];
    const part = resolveArchivePath(resource.attributes.href ?? '', path);
    if (entry && part !== undefined) topics.set(part, oneLineTextOfElement(entry));
  }
  return topics;
}

function readTest(test: QtiElement, path: string, topics: ReadonlyMap<string, string>): QtiTest {
  const refs = findOutermostElementsNamed(test, 'assessment-item-ref').map(({ attributes }) => ({
    part: resolveArchivePath(attributes.href ?? '', path),
    category: attributes.category,
  }));
  return {
    title: test.attributes.title ?? '',
    language: test.attributes['xml:lang'] ?? '',
    items: refs.flatMap(({ part }) => part ?? []),
    settings: { ...passScoresOf(test, refs, topics), ...drawOf(test), ...solutionsOf(test) },
    reasons: leftOf(test),
  };
}

/** Elements of a test that a module doesn't have, by the reason that is told. */
const LEFT: [QtiImportIssue['code'], RegExp][] = [
  ['timeLimit', /^time-limits$/],
  ['branches', /^(?:branch-rule|pre-condition)$/],
  ['weights', /^weight$/],
];

/** Returns what of a test isn't taken over. */
const leftOf = (test: QtiElement): QtiImportIssue[] =>
  LEFT.flatMap(([code, names]) =>
    findOutermostElements(test, (name) => names.test(name)).some(({ attributes }) => attributes.value !== '1')
      ? [{ code, value: '' }]
      : [],
  );

type Ref = { part: string | undefined; category: string | undefined };

/** Returns the scores from which the test and its topics are passed. */
function passScoresOf(test: QtiElement, refs: readonly Ref[], topics: ReadonlyMap<string, string>) {
  const scoreOf = (identifier: string) => {
    const score = childElementsOf(test).find(({ attributes }) => attributes.identifier === identifier)?.attributes;
    const [value, most] = [Number(score?.['mastery-value'] ?? NaN), Number(score?.['normal-maximum'] ?? 1)];
    return value >= 0 && value <= most && most > 0 ? Number((value / most).toFixed(4)) : undefined;
  };
  const named = new Map(
    refs.flatMap(({ part, category }) => (category ? [[category, topics.get(part ?? '')] as const] : [])),
  );
  const passed = [...named].flatMap(([category, topic]) => {
    const score = scoreOf(category.replace('topic-', 'TOPIC_'));
    return topic === undefined || score === undefined ? [] : [{ topic, pass_score: score }];
  });
  const score = scoreOf('SCORE');
  return { ...(score !== undefined && { pass_score: score }), ...(passed.length > 0 && { topic_scores: passed }) };
}

const sectionsIn = (tree: QtiElement): QtiElement[] =>
  childElementsOf(tree).flatMap((child) => [
    ...(child.name === 'assessment-section' ? [child] : []),
    ...sectionsIn(child),
  ]);

/** Returns how many questions are drawn, if a section selects some. */
function drawOf(test: QtiElement) {
  const drawn = sectionsIn(test).map((section) => {
    const within = childElementsOf(section);
    const count = within.filter(({ name }) => name === 'assessment-item-ref').length;
    // A section of sections draws among them instead.
    const isOuter = within.some(({ name }) => name === 'assessment-section');
    const select = isOuter ? undefined : within.find(({ name }) => name === 'selection')?.attributes.select;
    return { count, seats: select === undefined ? count : Math.min(Number(select), count) };
  });
  const seats = drawn.reduce((sum, each) => sum + each.seats, 0);
  const isDrawn = drawn.some((each) => each.seats < each.count) && seats >= 1;
  return isDrawn ? { questions_per_attempt: seats } : {};
}

function solutionsOf(test: QtiElement) {
  const control = findFirstElementNamed(test, 'item-session-control')?.attributes;
  if (control?.['show-solution'] === undefined) return {};
  const isShown = control['show-solution'] === 'true';
  return { show_solutions: !isShown ? 'never' : control['show-feedback'] === 'true' ? 'with_answer' : 'at_end' };
}

const tooLarge = () =>
  new UnreadableDocumentError(
    'too_large',
    `The package has more than ${MOST_ITEMS} questions or ${MOST_TESTS} tests, or too long texts. Split it.`,
  );

const noQti = () =>
  new UnreadableDocumentError(
    'not_text',
    'There is no item of QTI 2.1, 2.2 or 3.0 in it. Export the questions as one of them.',
  );
