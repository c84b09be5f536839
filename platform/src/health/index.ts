export { type Health, showDisk, startHealth, watchLoop } from './start-health.ts'
export type { World as HealthWorld } from './world.ts'
