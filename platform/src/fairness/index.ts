export { fairnessRoutes } from './routes.ts'
export { readSigners } from './signers.ts'
export { startWalking } from './walk.ts'
