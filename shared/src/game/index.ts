export * from './events.ts'
export * from './rules.ts'
export * from './state.ts'
