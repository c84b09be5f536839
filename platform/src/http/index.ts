export { type App, buildHttp, type HttpOptions, sendEnvelope } from './app.ts'
export { edgeKeyHeader } from './edge-key.ts'
export { answerToError } from './errors.ts'
export { type KeyRing, readEdgeKey, readKeyRing, readSealKeys } from './keys.ts'
