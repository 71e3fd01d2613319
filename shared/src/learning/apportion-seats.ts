type Topic = { questions: readonly unknown[]; seats: number };

/**
 * Gives topics the seats of an attempt that are left, in proportion to their questions (Sainte-Laguë). There are no
 * more seats than questions.
 */
export function apportionSeatsToTopics(topics: readonly Topic[], left: number): void {
  for (; left > 0; left--) {
    const claim = ({ questions, seats }: Topic) => (seats < questions.length ? questions.length / (2 * seats + 1) : 0);
    topics.reduce((best, topic) => (claim(topic) > claim(best) ? topic : best)).seats++;
  }
}
