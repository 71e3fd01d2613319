import { makeFolder } from './server.ts';

export default makeFolder;
