export { showDisk } from './show-disk.ts'
export { type Health, startHealth, watchLoop } from './start-health.ts'
export type { World as HealthWorld } from './world.ts'
