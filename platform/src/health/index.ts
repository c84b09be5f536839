export { watchLoop } from './loop-delay.ts'
export { type Health, startHealth } from './start-health.ts'
export type { World as HealthWorld } from './world.ts'
