export { holdStanding, refuseBarred } from './refuse-barred.ts'
export type { SaferPlaySettings } from './settings.ts'
export { type SaferPlay, startSaferPlay } from './start-safer-play.ts'
export type { World as SaferPlayWorld } from './world.ts'
