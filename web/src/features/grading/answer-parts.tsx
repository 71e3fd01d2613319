import { Checkbox } from '@mantine/core';
import type { AnswerToGrade, GradedCriterion } from '@training/shared/grading/grading';
import { Quotation } from '../../ui/quotation.tsx';
import classes from './grading.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('grading');

interface RubricPointsProps {
  rubric: string[];
  met: boolean[];
  /** The model's findings, if they may be seen. */
  proposed?: GradedCriterion[] | null | undefined;
  onMark: (index: number) => void;
}

/** The points of a rubric, each to be marked as mentioned. */
export function RubricPointCheckboxes({ rubric, met, proposed, onMark }: RubricPointsProps) {
  return (
    <fieldset className={classes.rubric}>
      <legend>{t('pointsMentioned')}</legend>
      {rubric.map((criterion, index) => {
        const said = proposed?.[index];
        return (
          <Checkbox
            // The rubric is a fixed list, and two points may have the same text.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            checked={met[index] ?? false}
            onChange={() => onMark(index)}
            label={`${index + 1}. ${criterion}`}
            description={said?.evidence ? t('said', { evidence: said.evidence }) : said?.comment}
          />
        );
      })}
    </fieldset>
  );
}

/** A learner's answer: the recording, the transcript and its correction, or the typed text. */
export function AnswerContent({
  answer: { typed, recording, transcript },
}: {
  answer: Pick<AnswerToGrade, 'typed' | 'recording' | 'transcript'>;
}) {
  return (
    <div>
      {recording !== null && (
        // The transcript is shown below.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio className={classes.recording} controls preload="none" src={recording.url} aria-label={t('recording')} />
      )}
      {typed !== null && <Quotation title={t('typed')}>{typed}</Quotation>}
      {transcript !== null && transcript.corrected !== null && (
        <Quotation title={t('correctedLearner')}>{transcript.corrected}</Quotation>
      )}
      {transcript !== null && (
        <Quotation title={t('transcript')}>{transcript.text === '' ? t('weHeardNothing') : transcript.text}</Quotation>
      )}
    </div>
  );
}
