import type { HomeSearch } from '../../lib/search.ts'
import type { IconName } from '../../ui/Icon.tsx'

type Place = { label: string; icon: IconName; to: '/' | '/games'; search?: HomeSearch }

/** Where the navigation leads; the keys are in the namespace `panels`. Activity has how many gifts wait beside it. */
export const places = [
  { label: 'layout.home', icon: 'home', to: '/' },
  { label: 'layout.games', icon: 'table', to: '/games' },
  { label: 'layout.activities', icon: 'gift', to: '/', search: { modal: 'activities' } },
  { label: 'layout.themes', icon: 'palette', to: '/', search: { modal: 'themes' } },
] as const satisfies readonly Place[]

/** Where the bar on phones leads besides; in the header it is beside the language. */
export const settingsPlace = {
  label: 'layout.settings',
  icon: 'settings',
  to: '/',
  search: { modal: 'settings' },
} as const satisfies Place
