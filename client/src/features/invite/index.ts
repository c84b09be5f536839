export { groupedCode, invitationLink } from './invitation-link.ts'
