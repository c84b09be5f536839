export {
  type AnswerOf,
  addressOf,
  type Call,
  type CallInput,
  formatQuery,
  type Parsed,
} from './call.ts'
export * from './codes.ts'
export * from './envelope.ts'
