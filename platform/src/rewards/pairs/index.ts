export { notePairs, readTies, type Ties } from './note-pairs.ts'
