export { type App, buildHttp, type HttpOptions } from './app.ts'
export { edgeKeyHeader } from './edge-key.ts'
export { type NamedKey, readEdgeKey, readSealKeys, type SealKeys } from './keys.ts'
