import { describe, expect, it } from 'vitest'
import { parseSettings } from './play-settings.ts'

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
})
