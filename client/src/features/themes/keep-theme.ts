import { keys } from './keys.ts'

const restore = () => {
  import('./chosen-theme.ts')
    .then(({ restoreTheme }) => restoreTheme())
    // Without its code the page keeps what it wears.
    .catch(() => undefined)
}

/**
 * Follows what another tab chooses or makes. Without the script of the first paint, which a browser may have blocked,
 * the remembered theme comes now.
 */
export const keepTheme = (): void => {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === keys.current || key === keys.custom) restore()
  })
  if (document.documentElement.dataset.theme === undefined) restore()
}
