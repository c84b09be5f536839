/** What benches need of the platform's inside. */
export { openServer } from './db/server.ts'
export { balanceOf } from './ledger/index.ts'
export { type StagedMatch, stageMatch, stagePlayers } from './matches/journal/testing-decisions.ts'
export { takeAllShards } from './matches/shards/shards.ts'
export { readTables } from './matches/tables.ts'
