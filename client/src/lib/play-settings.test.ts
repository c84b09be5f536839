import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseSettings } from './play-settings.ts'
import { memoryStorage } from './testing-storage.ts'

describe('the settings of a match', () => {
  it('have defaults where nothing or nonsense is stored', () => {
    const defaults = { master: 0.8, effects: 0.8, music: 0, haptics: true, calm: false, muteEmotes: false }
    expect(parseSettings(null)).toEqual(defaults)
    expect(parseSettings('{')).toEqual(defaults)
    expect(parseSettings('{"master":7,"haptics":"yes"}')).toEqual(defaults)
  })

  it('keep what can be read', () => {
    expect(parseSettings('{"master":0.3,"calm":true,"effects":-1}')).toMatchObject({
      master: 0.3,
      calm: true,
      effects: 0.8,
    })
  })

  it('of another tab are followed, and kept when one is changed here', async () => {
    const localStorage = memoryStorage()
    const tab = Object.assign(new EventTarget(), { localStorage })
    vi.stubGlobal('window', tab)
    vi.resetModules()
    onTestFinished(() => void vi.unstubAllGlobals())
    const { changeSettings, playSettings } = await import('./play-settings.ts')
    const change = (settings: object) =>
      localStorage.setItem('match_settings', JSON.stringify({ ...playSettings(), ...settings }))
    changeSettings({ master: 0.5 })
    change({ calm: true })
    tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'match_settings' }))
    expect(playSettings()).toMatchObject({ master: 0.5, calm: true })
    // Not heard of yet.
    change({ muteEmotes: true })
    changeSettings({ music: 0.2 })
    const all = { master: 0.5, music: 0.2, calm: true, muteEmotes: true }
    expect(playSettings()).toMatchObject(all)
    expect(parseSettings(localStorage.getItem('match_settings'))).toMatchObject(all)
  })
})
