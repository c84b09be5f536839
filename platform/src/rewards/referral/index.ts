export { countInvitations } from './count-invitations.ts'
