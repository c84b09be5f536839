export {
  accepted,
  answerRefusals,
  Busy,
  done,
  isRefusal,
  type Refusal,
  readCursor,
  refusal,
  sendRefusal,
  tooMany,
  writeCursor,
  wrongField,
} from './answers.ts'
export { buildHttp, sendEnvelope } from './app.ts'
export { escapeHtml, security } from './docs.ts'
export {
  edgeKeyHeader,
  isThisMachine,
  type KeyRing,
  readEdgeKeys,
  readKeyRing,
  readSealKeys,
  type Sealed,
  type SealKey,
  type SealKeys,
  seal,
  thisMachineHeader,
  unseal,
} from './keys.ts'
export type { App } from './requests.ts'
export { saying, server } from './serve.ts'
