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
