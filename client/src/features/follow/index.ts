export { FollowButton } from './FollowButton.tsx'
export { useFollows, useInviteToTable } from './queries.ts'
export { ShowHere } from './ShowHere.tsx'
