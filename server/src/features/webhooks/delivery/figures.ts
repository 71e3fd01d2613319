/** @property waited How long it was due before it was sent, and @property took until its answer, in milliseconds. */
type Attempted = { taken: boolean; waited: number; took: number };

/** What `/metrics` tells of the deliveries of this instance. */
export class DeliveryFigures {
  /** Requests on their way. */
  sending = 0;
  #attempted: (attempt: Attempted) => void = () => undefined;

  whenAttempted(listener: (attempt: Attempted) => void): void {
    this.#attempted = listener;
  }

  attempted(attempt: Attempted): void {
    this.#attempted(attempt);
  }
}
