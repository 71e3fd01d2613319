import { turnChecksOn } from '../src/database/checks.ts';

turnChecksOn();
