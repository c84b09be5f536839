export * from './manual-clock.ts'
export * from './seeded-random.ts'
