export * from './bus.ts'
export * from './nodes.ts'
export { type BusUser, busUsers } from './roads.ts'
