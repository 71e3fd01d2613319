import { turnChecksOn } from '../src/platform/checks.ts';

turnChecksOn();
