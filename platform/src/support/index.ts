export * from './chat/index.ts'
export { type Support, startSupport } from './start-support.ts'
