export { countInvitations } from './count-invitations.ts'
export { referralRoutes } from './referral-routes.ts'
