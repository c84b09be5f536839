export * from './bus.ts'
export { type BusUser, busUsers } from './message-kinds.ts'
export * from './nodes.ts'
