import type { Voice } from './cues.ts'
import type { Audio } from './sound.ts'

type Started = { kind: string; at: number; until: number }

/** For tests alone: stands in for WebAudio, and remembers what was started and how loud each gain was set. */
export const fakeAudio = () => {
  const started: Started[] = []
  const gains: { readonly value: number }[] = []
  let now = 1
  const param = () => {
    const kept = {
      value: 1,
      setValueAtTime: () => undefined,
      exponentialRampToValueAtTime: () => undefined,
      setTargetAtTime: (value: number) => {
        kept.value = value
      },
    }
    return kept
  }
  const node = () => ({ connect: () => undefined })
  const source = (kind: string) => {
    let at = 0
    return {
      ...node(),
      start: (when: number) => {
        at = when
      },
      stop: (until: number) => void started.push({ kind, at, until }),
    }
  }
  const audio: Audio = {
    get currentTime() {
      return now
    },
    sampleRate: 100,
    state: 'suspended',
    destination: node(),
    resume: async () => undefined,
    createGain: () => {
      const gain = param()
      gains.push(gain)
      return { ...node(), gain }
    },
    createOscillator: () => ({ ...source('tone'), type: 'sine', frequency: param() }),
    createBufferSource: () => ({ ...source('noise'), buffer: null, loop: false }),
    createBiquadFilter: () => ({ ...node(), type: 'lowpass', frequency: param() }),
    createBuffer: () => ({ getChannelData: () => new Float32Array(100) }),
  }
  return {
    audio,
    started,
    gains,
    pass: (seconds: number) => {
      now += seconds
    },
  }
}

const rate = 48_000

const bandpass = () => {
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return (x: number, pitch: number) => {
    const w = (2 * Math.PI * pitch) / rate
    const alpha = Math.sin(w) / 2
    const y = (alpha * (x - x2) + 2 * Math.cos(w) * y1 - (1 - alpha) * y2) / (1 + alpha)
    ;[x1, x2, y1, y2] = [x, x1, y, y1]
    return y
  }
}

const waves = {
  sine: (phase: number) => Math.sin(2 * Math.PI * phase),
  triangle: (phase: number) => 1 - 4 * Math.abs(((phase + 0.25) % 1) - 0.5),
  square: (phase: number) => (phase % 1 < 0.5 ? 1 : -1),
}

/** The samples that WebAudio makes of voices, with the same envelopes, slides and filter. */
const render = (voices: readonly Voice[]): Float64Array => {
  const end = Math.max(...voices.map(({ at, length }) => at + length))
  const samples = new Float64Array(Math.ceil((end + 0.4) * rate))
  for (const { wave, at, pitch, to = pitch, length, level, attack = 0.004 } of voices) {
    const filter = bandpass()
    let [phase, seed] = [0, 1]
    for (let index = 0; index < length * rate; index += 1) {
      const time = index / rate
      const share = time < attack ? time / attack : (length - time) / (length - attack)
      const pitchNow = pitch * (to / pitch) ** (time / length)
      phase += pitchNow / rate
      seed = (seed * 48_271) % 2_147_483_647
      const value = wave === 'noise' ? filter(seed / 1_073_741_823.5 - 1, pitchNow) : waves[wave](phase)
      const place = Math.floor(at * rate) + index
      samples[place] = (samples[place] ?? 0) + 0.0001 * (level / 0.0001) ** share * value
    }
  }
  return samples
}

/** The two filters of ITU-R BS.1770-4 at 48 kHz, which weigh pitches as ears do. */
const weights = [
  { b: [1.53512485958697, -2.69169618940638, 1.19839281085285], a: [-1.69065929318241, 0.73248077421585] },
  { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] },
] as const

/** How loud a cue is at its loudest, in LUFS: BS.1770's momentary loudness, of 400 ms. */
export const loudness = (voices: readonly Voice[]): number => {
  let samples = render(voices)
  for (const { b, a } of weights) {
    let [x1, x2, y1, y2] = [0, 0, 0, 0]
    samples = samples.map((x) => {
      const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2
      ;[x1, x2, y1, y2] = [x, x1, y, y1]
      return y
    })
  }
  const width = 0.4 * rate
  let [sum, most] = [0, 0]
  samples.forEach((value, index) => {
    sum += value ** 2 - (samples[index - width] ?? 0) ** 2
    most = Math.max(most, sum)
  })
  return 10 * Math.log10(most / width) - 0.691
}
