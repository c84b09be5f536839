export { TierBadge } from './TierBadge.tsx'
