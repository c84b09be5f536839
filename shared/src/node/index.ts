export * from './bus.ts'
export * from './clock.ts'
