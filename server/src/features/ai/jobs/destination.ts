/** Where the result of a job goes besides the job itself: what kind of thing takes it, and which one. */
export type Destination = { kind: 'module'; id: string };
