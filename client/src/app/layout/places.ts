import type { IconName } from '../../ui/Icon.tsx'

/** Where the navigation leads; the keys are in the namespace `panels`. */
export const places = [
  { to: '/', label: 'layout.home', icon: 'home' },
  { to: '/games', label: 'layout.games', icon: 'table' },
  { to: '/theme-demo', label: 'layout.themes', icon: 'palette' },
] as const satisfies readonly { to: string; label: string; icon: IconName }[]
