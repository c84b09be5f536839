export { type App, buildHttp, type HttpOptions } from './app.ts'
export { edgeKeyHeader } from './edge-key.ts'
export { readEdgeKey, readSealKeys } from './keys.ts'
