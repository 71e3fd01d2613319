type Topic = { questions: readonly unknown[]; seats: number };

/**
 * Gives the remaining seats of an attempt to topics in proportion to their questions (Sainte-Laguë), by raising
 * `seats`. A seat is one question to ask. There must be no more seats than questions.
 */
export function apportionSeatsToTopics(topics: readonly Topic[], left: number): void {
  for (; left > 0; left--) {
    const claim = ({ questions, seats }: Topic) => (seats < questions.length ? questions.length / (2 * seats + 1) : 0);
    topics.reduce((best, topic) => (claim(topic) > claim(best) ? topic : best)).seats++;
  }
}
