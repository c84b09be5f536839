import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Cue, cueNames, voicesOf } from './cues.ts'
import { createSound } from './sound.ts'
import { fakeAudio, loudness } from './sound-testing.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('cues', () => {
  it('are short, and every voice lies inside hearing', () => {
    expect(cueNames.length).toBeGreaterThanOrEqual(12)
    for (const name of cueNames as readonly Cue[]) {
      for (const voice of voicesOf(name)) {
        expect(voice.at + voice.length).toBeLessThanOrEqual(1.2)
        expect(voice.level).toBeGreaterThan(0)
        expect(voice.level).toBeLessThanOrEqual(1)
        expect(voice.pitch).toBeGreaterThan(20)
        expect(voice.pitch).toBeLessThan(8000)
      }
    }
  })

  it('ring higher for more mines near', () => {
    const pitch = (clue: number) => voicesOf('open', clue).find(({ wave }) => wave !== 'noise')?.pitch ?? 0
    expect(pitch(1)).toBeGreaterThan(pitch(0))
    expect(pitch(8)).toBeGreaterThan(pitch(4))
  })
})

describe('loudness', () => {
  const loudnessOf = (cues: readonly Cue[]) => cues.map((cue) => [cue, loudness(voicesOf(cue))] as const)
  const quiet = ['press', 'commit', 'open', 'turn', 'tick', 'lastTick', 'openers', 'seated', 'emote'] as const
  const signals = ['yourTurn', 'mine', 'out', 'board', 'sealed', 'won', 'over', 'gift'] as const

  it.each(loudnessOf(signals))('%s is a signal of -21 LUFS', (_, level) => {
    expect(Math.abs(level + 21)).toBeLessThan(1.5)
  })

  it.each(loudnessOf(quiet))('%s answers or ticks at -30 LUFS', (_, level) => {
    expect(Math.abs(level + 30)).toBeLessThan(1.5)
  })

  it('is held for every cue', () => {
    expect([...signals, ...quiet].sort()).toEqual([...cueNames].sort())
  })
})

describe('the sound of a tab', () => {
  it('is silent until the first gesture, and permanently without WebAudio', () => {
    let opened = 0
    const fake = fakeAudio()
    const sound = createSound(() => {
      opened += 1
      return fake.audio
    })
    sound.play('mine')
    expect(opened).toBe(0)
    sound.unlock()
    sound.unlock()
    expect(opened).toBe(1)
    sound.play('yourTurn')
    expect(fake.started).toHaveLength(voicesOf('yourTurn').length)
    const none = createSound(() => null)
    none.unlock()
    expect(() => none.play('mine')).not.toThrow()
  })

  it('schedules each voice at its own time', () => {
    const fake = fakeAudio()
    const sound = createSound(() => fake.audio)
    sound.unlock()
    sound.play('won')
    const voices = voicesOf('won')
    expect(fake.started.map(({ at }) => at)).toEqual(voices.map(({ at }) => 1 + at))
    expect(fake.started.map(({ at, until }) => Number((until - at).toFixed(6)))).toEqual(
      voices.map(({ length }) => length),
    )
  })

  it('plays the same cue at the same moment once', () => {
    const fake = fakeAudio()
    const sound = createSound(() => fake.audio)
    sound.unlock()
    sound.play('turn')
    sound.play('turn')
    expect(fake.started).toHaveLength(1)
    fake.pass(0.1)
    sound.play('turn')
    expect(fake.started).toHaveLength(2)
  })

  it('is mute while the tab is hidden and comes back as loud as it was', () => {
    const fake = fakeAudio()
    const sound = createSound(() => fake.audio)
    sound.volumes({ master: 0.5, effects: 0.7, music: 0 })
    sound.unlock()
    expect(fake.gains.slice(0, 3).map(({ value }) => value)).toEqual([0.5, 0.7, 0])
    sound.hidden(true)
    expect(fake.gains[0]?.value).toBe(0)
    sound.play('mine')
    expect(fake.started).toHaveLength(0)
    sound.hidden(false)
    expect(fake.gains[0]?.value).toBe(0.5)
  })

  it('goes on at a gesture after anything has interrupted it', () => {
    const fake = fakeAudio()
    let resumed = 0
    const resume = async () => {
      resumed += 1
    }
    const audio = { ...fake.audio, state: 'running', resume }
    const sound = createSound(() => audio)
    sound.unlock()
    expect(resumed).toBe(0)
    for (const state of ['suspended', 'interrupted', 'closed']) {
      audio.state = state
      sound.unlock()
    }
    expect(resumed).toBe(2)
  })

  it('plays music only when asked and wanted', () => {
    const fake = fakeAudio()
    const sound = createSound(() => fake.audio)
    sound.unlock()
    sound.music(true)
    expect(fake.started).toHaveLength(0)
    sound.volumes({ master: 1, effects: 1, music: 0.4 })
    expect(fake.started.length).toBeGreaterThan(0)
    sound.music(false)
  })

  it('stops music with the match, and takes it up again in the same bed', () => {
    vi.useFakeTimers()
    const fake = fakeAudio()
    const sound = createSound(() => fake.audio)
    const music = () => fake.gains[2]?.value
    sound.volumes({ master: 1, effects: 1, music: 0.4 })
    sound.unlock()
    expect(music()).toBe(0)
    sound.music(true)
    expect(music()).toBe(0.4)
    const { length } = fake.started
    sound.music(false)
    expect(music()).toBe(0)
    sound.volumes({ master: 1, effects: 1, music: 0.3 })
    expect(music()).toBe(0)
    sound.music(true)
    expect(music()).toBe(0.3)
    expect(fake.started).toHaveLength(length)
    sound.music(false)
  })
})
