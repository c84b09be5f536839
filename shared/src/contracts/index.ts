export {
  type AnswerOf,
  type Asked,
  addressOf,
  type Call,
  formatQuery,
  type Parsed,
} from './call.ts'
export * from './codes.ts'
export * from './envelope.ts'
