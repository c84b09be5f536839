export { notePairs } from './note-pairs.ts'
export { readTies, type Ties } from './ties.ts'
