import { afterEach, expect, test, vi } from 'vitest'
import { changeSettings } from './play-settings.ts'
import { ring } from './sound.ts'
import { fakeAudio } from './sound-testing.ts'

afterEach(() => vi.unstubAllGlobals())

test('a cue that answers a press is heard with no match under way, as loud as is wished by then', () => {
  const { audio, started, gains } = fakeAudio()
  vi.stubGlobal('AudioContext', function AudioContext() {
    return audio
  })
  changeSettings({ master: 0.5, effects: 0.25 })
  ring('gift')
  expect(started.length).toBeGreaterThan(0)
  expect(gains.slice(0, 2).map(({ value }) => value)).toEqual([0.5, 0.25])
  changeSettings({ master: 1 })
  ring('open')
  expect(gains[0]?.value).toBe(1)
})
