// Loaded before the server (`--import`): its clock is off by as many milliseconds as the file CLOCK_OFFSET_FILE says.
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_OFFSET_FILE ?? '';
const Real = Date;
let offset = 0;

setInterval(() => {
  offset = Number(readFileSync(file, 'utf8')) || 0;
}, 100).unref();

globalThis.Date = new Proxy(Real, {
  apply: () => new Real(Real.now() + offset).toString(),
  construct: (target, given: unknown[], newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [Real.now() + offset], newTarget),
  get: (target, name) => (name === 'now' ? () => Real.now() + offset : Reflect.get(target, name)),
});
