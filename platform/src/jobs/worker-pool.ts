import { Piscina } from 'piscina'

type WorkerPoolOptions = {
  /** Below `platform/src`: plain JavaScript, which the built package starts too. */
  file: string
  name: string
  /** One by default. */
  threads?: number
  /** Calls that may wait; any number by default. */
  waiting?: number
}

/** Threads of the lowest priority, so that matches have the processors first. */
export const workerPool = ({ file, name, threads = 1, waiting }: WorkerPoolOptions): Piscina =>
  new Piscina({
    filename: new URL(`../../src/${file}`, import.meta.url).href,
    name,
    minThreads: 0,
    maxThreads: threads,
    ...(waiting === undefined ? {} : { maxQueue: waiting }),
    // To start one stalls the main thread: once is enough.
    idleTimeout: Number.POSITIVE_INFINITY,
    // The lowest on Unix; elsewhere it has no effect.
    niceIncrement: 19,
  })
