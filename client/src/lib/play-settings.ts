import { z } from 'zod'
import { mediaHook } from './media.ts'
import { localStore } from './storage.ts'
import { createStore, useStore } from './store.ts'

const volume = z.number().min(0).max(1)

/** How the product sounds, feels and moves for this player; kept in this browser. */
const settingsSchema = z.object({
  master: volume.catch(0.8),
  effects: volume.catch(0.8),
  music: volume.catch(0),
  haptics: z.boolean().catch(true),
  /** No shake, flash or flip, whatever the system says. */
  calm: z.boolean().catch(false),
  muteEmotes: z.boolean().catch(false),
})
export type PlaySettings = z.infer<typeof settingsSchema>

const key = 'match_settings'

/** Settings out of whatever was stored: what can't be read falls back to its default, one by one. */
export const parseSettings = (stored: string | null): PlaySettings => {
  try {
    return settingsSchema.parse(JSON.parse(stored ?? '{}'))
  } catch {
    return settingsSchema.parse({})
  }
}

const read = (): PlaySettings => parseSettings(localStore.get(key))
const settings = createStore(read)

/** The settings now. */
export const playSettings = settings.current

/** Follows what another tab changes. */
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) settings.set(read())
  })

/** Changes some of the settings, permanently. */
export const changeSettings = (change: Partial<PlaySettings>): void => {
  const next = { ...read(), ...change }
  localStore.set(key, JSON.stringify(next))
  settings.set(next)
}

/** Calls `listener` after each change until the returned function is called. */
export const onSettings = settings.subscribe

export const useSettings = (): PlaySettings => useStore(settings)

const useLessMotion = mediaHook('(prefers-reduced-motion: reduce)', true)

/** Whether to leave out shake, flash and flip: the player's setting or the system's. */
export const useCalm = (): boolean => {
  const { calm } = useSettings()
  const system = useLessMotion()
  return calm || system
}
