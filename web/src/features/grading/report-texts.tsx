import { List, Text } from '@mantine/core';
import { GRADING } from '@training/shared/grading/grading-limits';
import { CALIBRATION, GRADE_CHECKS, type GradingTrust, type TrustedBy } from '@training/shared/grading/grading-trust';
import { percent } from '../../lib/in-words.ts';
import { Section } from '../../ui/pages/section.tsx';

export function Purpose() {
  return (
    <Section title="What it does">
      <List size="sm">
        <List.Item>
          AI grades answers to spoken questions, which people speak or type. For each criterion of the question it says
          whether the answer meets it, with words quoted from the answer. It grades what is said, not how.
        </List.Item>
        <List.Item>
          A trainer writes the question and its criteria, and a reviewer approves them. The points count toward passing
          the module.
        </List.Item>
        <List.Item>Questions with options or short texts are compared by fixed rules, without AI.</List.Item>
        <List.Item>
          AI doesn’t compare people. Of a recording, only the words, the language, the length and the confidence of the
          recognition are used.
        </List.Item>
        <List.Item>
          Regulation (EU) 2024/1689 names AI that evaluates learning outcomes in Annex III, 3 (b). This report has facts
          for Articles 13, 14 and 26. It assesses no conformity.
        </List.Item>
      </List>
    </Section>
  );
}

const WHEN_GRADES_COUNT: Record<TrustedBy, string> = {
  trainers: `a grade counts without a trainer if AI’s confidence reaches the model’s threshold below, from which at most 1 in ${CALIBRATION.oneIn} may be wrong.`,
  figure: 'a grade counts without a trainer if AI’s confidence reaches the fixed threshold below.',
  nobody: 'no grade counts without a trainer.',
};

/** The decisions of people, and what learners can do (rules/grading). */
export function Oversight({ trust }: { trust: GradingTrust }) {
  return (
    <Section title="Where people decide">
      <List size="sm">
        <List.Item>
          <strong>Confidence:</strong> {WHEN_GRADES_COUNT[trust.by]} A trainer decides on the others and sees what AI
          proposes. Super admins choose between a threshold that follows from what people changed, a fixed one, and
          trainers for all.
        </List.Item>
        <List.Item>
          <strong>Doubts:</strong> a trainer decides, however confident AI is, if the quoted words aren’t in the answer,
          the answer speaks to the grader, or a second look at the quotes doubts them.
        </List.Item>
        <List.Item>
          <strong>Overrides:</strong> trainers of the course’s department and super admins can change a grade, with a
          reason that the audit log records. No one grades their own answer.
        </List.Item>
        <List.Item>
          <strong>Appeals:</strong> learners see who or what graded, with the quotes, and can appeal for{' '}
          {GRADING.appealWithin} days if points are missing. A person who has neither graded nor checked the answer
          decides.
        </List.Item>
        <List.Item>
          <strong>Checks:</strong> {percent(GRADE_CHECKS.share)} of the grades that count without a trainer are drawn.
          Trainers grade them again and see neither the grade nor the learner.
        </List.Item>
        <List.Item>
          <strong>Choice:</strong> learners can always type instead of speak, and correct the transcript once. If AI
          isn’t available, or a correction is large, trainers grade.
        </List.Item>
      </List>
    </Section>
  );
}

export function Retention() {
  return (
    <Section title="How long data stays here">
      <List size="sm">
        <List.Item>
          Recordings: 30 days after the last grade, longer while an appeal is open, at most a year. Unused ones: a day.
        </List.Item>
        <List.Item>
          Answers, transcripts, grades and appeals: these aren’t deleted. Grades are added, never changed.
        </List.Item>
        <List.Item>What was prepared for AI: until its job has ended. AI’s answer as it came: 30 days.</List.Item>
      </List>
    </Section>
  );
}

export function NotMeasured() {
  return (
    <Section title="What isn’t measured">
      <List size="sm">
        <List.Item>
          Differences between groups of people: sex, age, origin, disability and accent aren’t stored. Compare
          languages, and spoken with typed answers.
        </List.Item>
        <List.Item>
          Grades that no one looked at. Overrides and appeals show errors that someone noticed; the checks are the
          sample for the others.
        </List.Item>
        <List.Item>Errors of the speech recognition by themselves, and the language of typed answers.</List.Item>
        <List.Item>How often trainers err. Where they differ from AI, either may be right.</List.Item>
      </List>
      <Text size="sm" mt="sm">
        <strong>How to read the figures:</strong> kappa is 1 for the same points, 0 for agreement by chance. With fewer
        than about 30 checks it says little.
      </Text>
    </Section>
  );
}
