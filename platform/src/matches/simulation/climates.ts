import type { Climate } from './weather.ts'

const minutes = 60_000

const sound = { before: 0, after: 0, late: 0, serialization: 0, canceled: 0 }
const evenly = (each: number) => ({
  before: each,
  after: each,
  late: each,
  serialization: each,
  canceled: each,
})

/** Of one program that is killed, stopped and taken over from. Seeds take turns with them. */
export const climates: readonly [Climate, ...Climate[]] = [
  {
    name: 'calm',
    statement: sound,
    message: { lost: 0, doubled: 0, delayed: 0.01, ordered: true },
    everyMs: {},
  },
  {
    name: 'lossy bus',
    statement: sound,
    message: { lost: 0.04, doubled: 0.04, delayed: 0.06, ordered: false },
    everyMs: { edgeSilent: 2 * minutes, edgeCut: 2 * minutes },
  },
  {
    name: 'bad database',
    statement: { ...evenly(0.01), serialization: 0.005, canceled: 0.005 },
    message: { lost: 0.005, doubled: 0.005, delayed: 0.01, ordered: true },
    everyMs: { away: 1.5 * minutes, slow: minutes, full: 3 * minutes },
  },
  {
    name: 'crashing host',
    statement: evenly(0.002),
    message: { lost: 0.01, doubled: 0.01, delayed: 0.02, ordered: false },
    everyMs: {
      away: 5 * minutes,
      slow: 3 * minutes,
      crash: 0.7 * minutes,
      pause: 1.5 * minutes,
      edgeSilent: 4 * minutes,
      edgeCut: 4 * minutes,
    },
  },
  {
    name: 'everything at once',
    statement: evenly(0.005),
    message: { lost: 0.03, doubled: 0.03, delayed: 0.04, ordered: false },
    everyMs: {
      away: 2 * minutes,
      slow: 2 * minutes,
      full: 4 * minutes,
      crash: 2 * minutes,
      pause: 3 * minutes,
      edgeSilent: 2 * minutes,
      edgeCut: 2 * minutes,
      edgeCrash: 4 * minutes,
    },
  },
]

/** Of several nodes that share the matches. Where messages keep their order, one that is late holds up all behind it. */
export const clusterClimates: readonly [Climate, ...Climate[]] = [
  {
    name: 'nodes that come and go',
    statement: sound,
    message: { lost: 0, doubled: 0, delayed: 0.002, ordered: true },
    everyMs: { crash: 1.5 * minutes, stop: 2 * minutes, pause: 2 * minutes, edgeCrash: 4 * minutes },
  },
  {
    name: 'cut networks',
    statement: evenly(0.001),
    message: { lost: 0.005, doubled: 0, delayed: 0.002, ordered: true },
    everyMs: {
      nodeCut: 1.5 * minutes,
      storageCut: 2 * minutes,
      split: 1.5 * minutes,
      edgeCut: 3 * minutes,
      edgeSilent: 4 * minutes,
    },
  },
  {
    name: 'stopped programs and clocks',
    statement: evenly(0.001),
    message: { lost: 0.002, doubled: 0.002, delayed: 0.002, ordered: true },
    everyMs: { pause: minutes, jump: minutes, edgePause: 3 * minutes, slow: 4 * minutes },
  },
  {
    name: 'bad database, shared',
    statement: { ...evenly(0.01), serialization: 0.005, canceled: 0.005 },
    message: { lost: 0.002, doubled: 0.002, delayed: 0.002, ordered: true },
    everyMs: {
      away: 2 * minutes,
      slow: 2 * minutes,
      full: 2 * minutes,
      storageCut: 3 * minutes,
      crash: 4 * minutes,
    },
  },
  {
    name: 'everything at once',
    statement: evenly(0.004),
    message: { lost: 0.02, doubled: 0.02, delayed: 0.03, ordered: false },
    everyMs: {
      away: 5 * minutes,
      slow: 5 * minutes,
      full: 5 * minutes,
      crash: 3 * minutes,
      pause: 3 * minutes,
      stop: 5 * minutes,
      jump: 4 * minutes,
      nodeCut: 4 * minutes,
      storageCut: 5 * minutes,
      split: 4 * minutes,
      edgeSilent: 5 * minutes,
      edgeCut: 5 * minutes,
      edgeCrash: 5 * minutes,
      edgePause: 5 * minutes,
    },
  },
]
