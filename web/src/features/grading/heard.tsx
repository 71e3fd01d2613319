import type { AnswerToGrade } from '@training/shared/grading/grading';
import { Quotation } from '../../ui/texts/quotation.tsx';
import classes from './grading.module.css';

/** A learner's answer: the recording, the transcript and its correction, or the typed text. */
export function Heard({ answer: { typed, recording, transcript } }: { answer: AnswerToGrade }) {
  return (
    <div>
      {recording !== null && (
        // The transcript is shown below.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio className={classes.recording} controls preload="none" src={recording.url} aria-label="Recording" />
      )}
      {typed !== null && <Quotation title="Typed">{typed}</Quotation>}
      {transcript !== null && transcript.corrected !== null && (
        <Quotation title="Corrected by the learner">{transcript.corrected}</Quotation>
      )}
      {transcript !== null && (
        <Quotation title="Transcript">{transcript.text === '' ? 'We heard nothing.' : transcript.text}</Quotation>
      )}
    </div>
  );
}
