import { defaultTheme, findPreset, readCustomThemes, type Theme } from '@minefall/shared/theme'
import { localStore } from '../../lib/storage.ts'
import { keys } from './keys.ts'

/** The theme that was in use last; the default where there was none, or it is known no more. */
export const rememberedTheme = (): Theme => {
  const id = localStore.get(keys.current) ?? defaultTheme.id
  return (
    findPreset(id) ??
    readCustomThemes(localStore.get(keys.custom)).find((theme) => theme.id === id) ??
    defaultTheme
  )
}
