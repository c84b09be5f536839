export { type Health, showDisk, startHealth, watchLoop } from './start-health.ts'
