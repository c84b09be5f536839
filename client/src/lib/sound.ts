import { bed, bedLength, type Cue, type Voice, voicesOf } from './cues.ts'
import { playSettings } from './play-settings.ts'

/** Plays a cue that answers a press, outside of a match too, as loud as the player wishes effects to be. */
export const ring = (cue: Cue): void => {
  sound.volumes(playSettings())
  sound.unlock()
  sound.play(cue)
}

export type Volumes = { master: number; effects: number; music: number }

type Param = {
  value: number
  setValueAtTime(value: number, at: number): unknown
  exponentialRampToValueAtTime(value: number, at: number): unknown
  setTargetAtTime(value: number, at: number, constant: number): unknown
}
type Out = { connect(to: Out): unknown }
type Gain = Out & { gain: Param }
type Source = Out & { start(at: number): void; stop(at: number): void }
type Samples = { getChannelData(channel: number): Float32Array }

/** What a sound needs of WebAudio, so that a test can stand in for it. Times are in seconds. */
export type Audio = {
  readonly currentTime: number
  readonly sampleRate: number
  readonly state: string
  readonly destination: Out
  createGain(): Gain
  createOscillator(): Source & { type: OscillatorType; frequency: Param }
  createBufferSource(): Source & { buffer: Samples | null; loop: boolean }
  createBiquadFilter(): Out & { type: BiquadFilterType; frequency: Param }
  createBuffer(channels: number, length: number, rate: number): Samples
  resume(): Promise<unknown>
}

export type Sound = {
  play(cue: Cue, clue?: number): void
  volumes(volumes: Volumes): void
  /** Quiet while the tab can't be seen. */
  hidden(hidden: boolean): void
  /** Call on the first gesture: browsers keep audio silent before it. */
  unlock(): void
  /** The quiet bed under a running match. */
  music(on: boolean): void
}

/** The same cue again within this time, in seconds, is one sound. */
const together = 0.04

/** Seconds a change of volume takes, so that it does not crackle. */
const fade = 0.03

const noiseOf = (audio: Audio): Samples => {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate)
  const data = buffer.getChannelData(0)
  let state = 0x2545f491
  for (let index = 0; index < data.length; index += 1) {
    // xorshift: noise needs no secrets, and is the same everywhere.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    data[index] = (state >>> 0) / 2_147_483_648 - 1
  }
  return buffer
}

const slide = (param: Param, { pitch, to, length }: Voice, start: number) => {
  param.setValueAtTime(pitch, start)
  if (to !== undefined) param.exponentialRampToValueAtTime(to, start + length)
}

const sing = (audio: Audio, voice: Voice, from: number, out: Out, noise: Samples) => {
  const start = from + voice.at
  const end = start + voice.length
  const gain = audio.createGain()
  gain.gain.setValueAtTime(0.0001, start)
  gain.gain.exponentialRampToValueAtTime(voice.level, start + (voice.attack ?? 0.004))
  gain.gain.exponentialRampToValueAtTime(0.0001, end)
  gain.connect(out)
  if (voice.wave === 'noise') {
    const source = audio.createBufferSource()
    const filter = audio.createBiquadFilter()
    source.buffer = noise
    source.loop = true
    filter.type = 'bandpass'
    slide(filter.frequency, voice, start)
    source.connect(filter)
    filter.connect(gain)
    source.start(start)
    source.stop(end)
    return
  }
  const tone = audio.createOscillator()
  tone.type = voice.wave
  slide(tone.frequency, voice, start)
  tone.connect(gain)
  tone.start(start)
  tone.stop(end)
}

/** One bus: effects and music each with their own volume, then the master. `open` is called once, late. */
export const createSound = (open: () => Audio | null): Sound => {
  let audio: Audio | null = null
  let noise: Samples | null = null
  let nodes: { master: Gain; effects: Gain; music: Gain } | null = null
  let wanted: Volumes = { master: 0.8, effects: 0.8, music: 0 }
  let isHidden = false
  let timer: ReturnType<typeof setTimeout> | null = null
  let playsMusic = false
  const last = new Map<Cue, number>()

  const level = (param: Param, value: number) => {
    if (audio) param.setTargetAtTime(value, audio.currentTime, fade)
  }
  /** What is still to sing of the last bed is not heard once the music is over. */
  const musicVolume = () => (playsMusic ? wanted.music : 0)
  const apply = () => {
    if (!nodes) return
    level(nodes.master.gain, isHidden ? 0 : wanted.master)
    level(nodes.effects.gain, wanted.effects)
    level(nodes.music.gain, musicVolume())
  }
  const breathe = () => {
    timer = null
    if (!playsMusic || isHidden || wanted.music === 0 || !audio || !nodes || !noise) return
    for (const voice of bed) sing(audio, voice, audio.currentTime, nodes.music, noise)
    timer = setTimeout(breathe, bedLength * 1000)
  }
  const wake = () => {
    if (timer === null) breathe()
  }
  return {
    play(cue, clue) {
      if (!audio || !nodes || !noise || isHidden || wanted.master === 0 || wanted.effects === 0) return
      const now = audio.currentTime
      if (now - (last.get(cue) ?? Number.NEGATIVE_INFINITY) < together) return
      last.set(cue, now)
      for (const voice of voicesOf(cue, clue)) sing(audio, voice, now, nodes.effects, noise)
    },
    volumes(volumes) {
      wanted = volumes
      apply()
      wake()
    },
    hidden(hidden) {
      isHidden = hidden
      apply()
      wake()
    },
    unlock() {
      if (!audio) {
        audio = open()
        if (!audio) return
        const [master, effects, music] = [audio.createGain(), audio.createGain(), audio.createGain()]
        effects.connect(master)
        music.connect(master)
        master.connect(audio.destination)
        nodes = { master, effects, music }
        noise = noiseOf(audio)
        master.gain.value = isHidden ? 0 : wanted.master
        effects.gain.value = wanted.effects
        music.gain.value = musicVolume()
        wake()
      }
      // A call or another app interrupts it on an iPhone, which TypeScript's list of states lacks.
      if (audio.state !== 'running' && audio.state !== 'closed') audio.resume().catch(() => undefined)
    },
    music(on) {
      playsMusic = on
      apply()
      wake()
    },
  }
}

/** The sound of this tab; silent until the first gesture, and permanently where there is no WebAudio. */
export const sound: Sound = createSound(() =>
  typeof AudioContext === 'undefined' ? null : new AudioContext({ latencyHint: 'interactive' }),
)

/**
 * Unlocks on the first gesture, or at once where the page has had one before, so that no press of a tile pays for it; and
 * follows the tab's visibility, until the returned function is called.
 */
export const attachSound = (): (() => void) => {
  // A finger that comes down is no activation yet; one that leaves is.
  const gestures = ['pointerdown', 'pointerup', 'click', 'keydown'] as const
  const unlock = () => sound.unlock()
  const hide = () => sound.hidden(document.visibilityState === 'hidden')
  for (const gesture of gestures) window.addEventListener(gesture, unlock, { passive: true })
  document.addEventListener('visibilitychange', hide)
  hide()
  const early = navigator.userActivation?.hasBeenActive ? setTimeout(unlock) : undefined
  return () => {
    clearTimeout(early)
    for (const gesture of gestures) window.removeEventListener(gesture, unlock)
    document.removeEventListener('visibilitychange', hide)
  }
}
