/** One voice of a cue: a tone or a breath of noise with a short envelope. Times in seconds, pitch in hertz. */
export type Voice = {
  wave: 'sine' | 'triangle' | 'square' | 'noise'
  /** After the cue's start. */
  at: number
  pitch: number
  /** Where the pitch slides to, if anywhere. */
  to?: number
  length: number
  /** Loudest level, 0 to 1. */
  level: number
  /** Until the loudest level. */
  attack?: number
}

const note = (semitones: number) => 440 * 2 ** (semitones / 12)

/** Signals are as loud as one another, and so are the answers to a press and the ticks, 9 dB below them. */
const cueVoices = {
  press: [{ wave: 'triangle', at: 0, pitch: 320, to: 210, length: 0.05, level: 0.67 }],
  commit: [{ wave: 'sine', at: 0, pitch: note(15), length: 0.06, level: 0.43 }],
  open: [
    { wave: 'noise', at: 0, pitch: 1800, to: 700, length: 0.07, level: 0.26 },
    { wave: 'triangle', at: 0.015, pitch: note(3), to: note(0), length: 0.13, level: 0.41 },
  ],
  mine: [
    { wave: 'noise', at: 0, pitch: 2400, to: 180, length: 0.55, level: 0.43 },
    { wave: 'sine', at: 0, pitch: 150, to: 38, length: 0.6, level: 0.51 },
    { wave: 'square', at: 0.02, pitch: 90, to: 40, length: 0.22, level: 0.1 },
  ],
  out: [
    { wave: 'triangle', at: 0, pitch: note(-5), to: note(-8), length: 0.22, level: 0.58 },
    { wave: 'triangle', at: 0.18, pitch: note(-10), to: note(-13), length: 0.32, level: 0.58 },
  ],
  yourTurn: [
    { wave: 'sine', at: 0, pitch: note(7), length: 0.16, level: 0.47, attack: 0.012 },
    { wave: 'sine', at: 0.11, pitch: note(12), length: 0.3, level: 0.51, attack: 0.012 },
    { wave: 'triangle', at: 0.11, pitch: note(24), length: 0.2, level: 0.09 },
  ],
  turn: [{ wave: 'sine', at: 0, pitch: note(0), length: 0.08, level: 0.41 }],
  tick: [{ wave: 'square', at: 0, pitch: note(12), to: note(11), length: 0.045, level: 0.33 }],
  lastTick: [
    { wave: 'square', at: 0, pitch: note(17), length: 0.06, level: 0.22 },
    { wave: 'square', at: 0.09, pitch: note(17), length: 0.06, level: 0.22 },
  ],
  board: [
    { wave: 'noise', at: 0, pitch: 500, to: 2600, length: 0.4, level: 0.37, attack: 0.2 },
    { wave: 'sine', at: 0.1, pitch: note(0), to: note(7), length: 0.35, level: 0.56, attack: 0.08 },
  ],
  openers: [
    { wave: 'sine', at: 0, pitch: note(3), length: 0.14, level: 0.145, attack: 0.01 },
    { wave: 'sine', at: 0.06, pitch: note(7), length: 0.14, level: 0.145, attack: 0.01 },
    { wave: 'sine', at: 0.12, pitch: note(10), length: 0.14, level: 0.145, attack: 0.01 },
    { wave: 'sine', at: 0.18, pitch: note(15), length: 0.22, level: 0.145, attack: 0.01 },
  ],
  seated: [{ wave: 'triangle', at: 0, pitch: note(5), length: 0.1, level: 0.46 }],
  sealed: [
    { wave: 'noise', at: 0, pitch: 900, to: 300, length: 0.1, level: 0.49 },
    { wave: 'sine', at: 0.04, pitch: note(-12), length: 0.25, level: 0.65 },
  ],
  emote: [{ wave: 'sine', at: 0, pitch: note(9), to: note(14), length: 0.09, level: 0.39 }],
  won: [
    { wave: 'triangle', at: 0, pitch: note(3), length: 0.2, level: 0.33 },
    { wave: 'triangle', at: 0.13, pitch: note(7), length: 0.2, level: 0.33 },
    { wave: 'triangle', at: 0.26, pitch: note(10), length: 0.2, level: 0.33 },
    { wave: 'triangle', at: 0.39, pitch: note(15), length: 0.6, level: 0.41 },
    { wave: 'sine', at: 0.39, pitch: note(27), length: 0.5, level: 0.1 },
  ],
  gift: [
    { wave: 'sine', at: 0, pitch: note(12), length: 0.12, level: 0.34 },
    { wave: 'sine', at: 0.07, pitch: note(16), length: 0.12, level: 0.34 },
    { wave: 'sine', at: 0.14, pitch: note(19), length: 0.12, level: 0.36 },
    { wave: 'triangle', at: 0.21, pitch: note(24), length: 0.42, level: 0.34 },
    { wave: 'noise', at: 0.21, pitch: 5200, to: 7600, length: 0.3, level: 0.05, attack: 0.04 },
  ],
  over: [
    { wave: 'sine', at: 0, pitch: note(0), length: 0.35, level: 0.34, attack: 0.02 },
    { wave: 'sine', at: 0.2, pitch: note(-5), length: 0.5, level: 0.34, attack: 0.02 },
  ],
} as const satisfies Record<string, readonly Voice[]>

export type Cue = keyof typeof cueVoices
export const cueNames = Object.keys(cueVoices)

/** The voices of a cue. An opening rings a little higher for each mine near (`clue` 0 to 8). */
export const voicesOf = (cue: Cue, clue = 0): readonly Voice[] => {
  const voices: readonly Voice[] = cueVoices[cue]
  if (cue !== 'open' || clue === 0) return voices
  const up = 2 ** (Math.min(clue, 8) / 12)
  return voices.map((voice) =>
    voice.wave === 'noise'
      ? voice
      : { ...voice, pitch: voice.pitch * up, ...(voice.to === undefined ? {} : { to: voice.to * up }) },
  )
}

/** A slow bed of two fifths, one breath of eight seconds each. */
export const bed: readonly Voice[] = [
  { wave: 'sine', at: 0, pitch: note(-24), length: 9, level: 0.22, attack: 3 },
  { wave: 'sine', at: 0, pitch: note(-17), length: 9, level: 0.14, attack: 3.5 },
  { wave: 'triangle', at: 2, pitch: note(-5), length: 6, level: 0.04, attack: 2.5 },
  { wave: 'sine', at: 8, pitch: note(-26), length: 9, level: 0.22, attack: 3 },
  { wave: 'sine', at: 8, pitch: note(-19), length: 9, level: 0.14, attack: 3.5 },
  { wave: 'triangle', at: 10, pitch: note(-7), length: 6, level: 0.04, attack: 2.5 },
]
export const bedLength = 16
