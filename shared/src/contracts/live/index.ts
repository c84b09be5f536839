export * from './chat.ts'
export * from './close.ts'
export * from './live.ts'
export * from './move.ts'
