export { recomputeArena } from './arena/index.ts'
export {
  type PlatformSettings,
  platformVariables,
  readPlatformSettings,
  realOf,
} from './config.ts'
export { openDatabase, type Sql } from './db/index.ts'
export { edgeKeyHeader } from './http/index.ts'
export { checkLedger } from './ledger/index.ts'
export { type Platform, type PlatformOptions, startPlatform } from './start.ts'
