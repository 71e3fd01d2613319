import type { Question } from '@training/shared/courses/courses';
import { findMediaAtPlace, findPictureWithAreas } from '@training/shared/courses/media-at';
import { markdownToBlockXhtml, type FindMediaHref, mediaToXhtml } from './qti-content.ts';
import type { PictureDimensions } from './qti-hotspot.ts';
import { renderXmlElement, QTI_NAMESPACE_ATTRIBUTES, renderXmlDocument, escapeXmlText } from './qti-xml.ts';
import { renderQtiInteraction } from './qti-interactions.ts';

/** Identifier of an item, from which an import takes the question's id. */
export const qtiItemIdentifierOf = ({ id }: { id: string }): string => `q-${id}`;

/**
 * Returns a question as a QTI 3.0 item (rules/courses-and-modules 19). Unfinished parts are left out.
 * @param size That of the picture in which areas are.
 */
export function renderQtiItemXml(
  question: Question,
  language: string,
  hrefOf: FindMediaHref,
  size?: PictureDimensions,
): string {
  const draw = (at: 'explanation' | 'option', option?: number) =>
    mediaToXhtml(findMediaAtPlace(question, at, option), hrefOf, language);
  const picture = size && findPictureWithAreas(question);
  const src = picture && hrefOf(picture.digest);
  const areas = size && picture && src !== undefined ? { src, alt: picture.alt, size } : undefined;
  const others = findMediaAtPlace(question, 'prompt').filter((each) => areas === undefined || each !== picture);
  const asked = mediaToXhtml(others, hrefOf, language);
  const { declaration, body, processing, isScoredByHand } = renderQtiInteraction(question, {
    prompt: markdownToBlockXhtml(question.prompt),
    optionAt: (index) => draw('option', index),
    areas,
  });
  const explained = markdownToBlockXhtml(question.explanation) + draw('explanation');
  const title = question.prompt.replaceAll(/\s+/g, ' ').trim().slice(0, 80).toWellFormed() || 'Question';
  const attributes = {
    ...QTI_NAMESPACE_ATTRIBUTES,
    identifier: qtiItemIdentifierOf(question),
    title,
    'xml:lang': language,
  };
  return renderXmlDocument(
    renderXmlElement(
      'qti-assessment-item',
      { ...attributes, adaptive: false, 'time-dependent': false },
      declaration,
      renderOutcomeDeclarationXml('SCORE', 'float', '0', {
        'normal-maximum': 1,
        'external-scored': isScoredByHand && 'human',
      }),
      renderOutcomeDeclarationXml('MAXSCORE', 'float', '1'),
      // Shown after each answer, without processing of its own.
      ...(explained === '' ? [] : [renderOutcomeDeclarationXml('FEEDBACK', 'identifier', 'EXPLANATION')]),
      renderXmlElement('qti-item-body', {}, asked && renderXmlElement('div', {}, asked), body),
      processing,
      ...(explained === '' ? [] : [feedback(explained)]),
    ),
  );
}

/** Returns the declaration of an outcome with its value at first. */
export function renderOutcomeDeclarationXml(
  identifier: string,
  type: string,
  value: string,
  more: Record<string, unknown> = {},
): string {
  const attributes = { identifier, cardinality: 'single', 'base-type': type, ...more } as Record<string, string>;
  return renderXmlElement(
    'qti-outcome-declaration',
    attributes,
    renderXmlElement('qti-default-value', {}, renderXmlElement('qti-value', {}, escapeXmlText(value))),
  );
}

const feedback = (content: string) =>
  renderXmlElement(
    'qti-modal-feedback',
    { 'outcome-identifier': 'FEEDBACK', 'show-hide': 'show', identifier: 'EXPLANATION' },
    renderXmlElement('qti-content-body', {}, content),
  );
