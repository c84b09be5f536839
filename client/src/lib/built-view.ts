import type { View } from '@minefall/shared/views'
import { useSyncExternalStore } from 'react'

/** Whom the HTML of this page was built for, where it was built: what is read while React takes it over. */
export const builtFor: { who: View['who'] } = { who: 'guest' }

const never = () => () => undefined

/**
 * Whether what is shown is more than the HTML that was built: false in it and while React takes it over, so that what
 * the build can't know keeps its place until then.
 */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
