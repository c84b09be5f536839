export { seatedOf } from './lobby/players.ts'
export { gameRoutes } from './routes.ts'
export { defaultMatchSettings, type MatchSettings } from './settings.ts'
export { type Matches, type MatchOptions, startMatches } from './start.ts'
