export { isSettled } from './rate.ts'
export { openProfiles, writeRatedMatch } from './rate-match.ts'
export { recomputeRatings } from './recompute.ts'
export { ratingRoutes } from './routes.ts'
