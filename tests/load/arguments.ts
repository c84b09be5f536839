import { parseArgs } from 'node:util'

/** What is done to a cluster while people play on it, by the names that the command line knows. */
export const harmNames = ['owner', 'bff', 'nats', 'postgres', 'rolling'] as const
export type HarmName = (typeof harmNames)[number]

/** A cluster of processes instead of one. */
export type ClusterShape = {
  platforms: number
  bffs: number
  /** What is done to it, in this order. */
  harms: readonly HarmName[]
  /** Plays in turn with all platform nodes and with one. */
  besideOne: boolean
}

/** What one run of the load tool does. */
export type LoadOptions = {
  /** Matches at a time, of five sockets each. */
  matches: number
  /** How long is measured, in seconds; with a baseline, this long on each side. */
  seconds: number
  /** Ends the measurement after so many acknowledged clicks, if that comes first. */
  clicks: number
  /** Mean time before each click in milliseconds, each drawn between half and one and a half of it. */
  thinkMs: number
  db: 'pglite' | 'postgres'
  /** A server that runs already, instead of one of our own. */
  url: string | null
  json: boolean
  baseline: boolean
  /** Uses socket.io-client instead of the protocol by hand. */
  official: boolean
  /** Plays the product's trial table under the product's limits. */
  asShipped: boolean
  /** Players ping as the product's client does, and what a desk that watches all of them costs is measured. */
  desk: boolean
  /** The folder for a CPU profile of the server. */
  profile: string | null
  cluster: ClusterShape | null
}

export const usage = `npm run load -- [options]

  --matches <n>      matches at a time, five sockets each (200)
  --seconds <n>      how long is measured (30)
  --clicks <n>       ends earlier, after so many clicks
  --think <ms>       mean time before a click (0: as fast as they go; 1000 with --as-shipped or --kill)
  --db <name>        pglite or postgres (pglite)
  --url <address>    a server that runs already
  --json             prints one JSON object
  --baseline         measures a bare socket.io server in the same run
  --official         uses socket.io-client
  --as-shipped       the product's own trial table and limits
  --desk             measures with and without a desk that watches, in turn
  --profile <folder> writes a CPU profile of the server there
  --cluster          a cluster of processes on PostgreSQL, played through its gateway
  --platforms <n>    its platform nodes (2)
  --bffs <n>         its BFFs (2)
  --kill <what>      does this to it in turn: ${harmNames.join(', ')}, or several with commas
  --beside-one       plays in turn with all its platform nodes and with one`

const whole = (name: string, text: string, min: number, max: number): number => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`--${name} must be a whole number from ${min} to ${max}, but it is ${text}.`)
  return value
}

const isHarm = (name: string): name is HarmName => harmNames.some((known) => known === name)

type ClusterWords = {
  cluster: boolean
  platforms?: string | undefined
  bffs?: string | undefined
  kill?: string | undefined
  'beside-one': boolean
}

const readShape = (words: ClusterWords): ClusterShape | null => {
  const { cluster, platforms, bffs, kill } = words
  const besideOne = words['beside-one']
  if (!cluster) {
    if (platforms !== undefined || bffs !== undefined || kill !== undefined || besideOne)
      throw new Error('--platforms, --bffs, --kill and --beside-one go with --cluster alone.')
    return null
  }
  const harms = (kill?.split(',') ?? []).map((name) => {
    if (!isHarm(name)) throw new Error(`--kill must name ${harmNames.join(', ')}, but it is ${name}.`)
    return name
  })
  return {
    platforms: whole('platforms', platforms ?? '2', 1, 8),
    bffs: whole('bffs', bffs ?? '2', 1, 4),
    harms,
    besideOne,
  }
}

/** Reads the command line. Throws an error whose message is one sentence for whoever typed it. */
export const readArguments = (args: string[]): LoadOptions => {
  const { values } = parseArgs({
    args,
    options: {
      matches: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '30' },
      clicks: { type: 'string' },
      think: { type: 'string' },
      db: { type: 'string', default: 'pglite' },
      url: { type: 'string' },
      json: { type: 'boolean', default: false },
      baseline: { type: 'boolean', default: false },
      official: { type: 'boolean', default: false },
      'as-shipped': { type: 'boolean', default: false },
      desk: { type: 'boolean', default: false },
      profile: { type: 'string' },
      cluster: { type: 'boolean', default: false },
      platforms: { type: 'string' },
      bffs: { type: 'string' },
      kill: { type: 'string' },
      'beside-one': { type: 'boolean', default: false },
    },
  })
  const { db, url, json, baseline, official, desk, profile } = values
  if (db !== 'pglite' && db !== 'postgres')
    throw new Error(`--db must be pglite or postgres, but it is ${db}.`)
  if (url !== undefined && !/^http:\/\/[^/]+\/?$/.test(url))
    throw new Error(`--url must be like http://127.0.0.1:8080, but it is ${url}.`)
  if (url !== undefined && profile !== undefined)
    throw new Error('--profile needs a server that the tool starts itself, so it does not go with --url.')
  if (desk && (url !== undefined || baseline || official))
    throw new Error(
      '--desk needs a server that the tool starts itself, and goes with neither --baseline nor --official.',
    )
  const asShipped = values['as-shipped']
  const cluster = readShape(values)
  // Harm meets matches that have begun while others gather: without thought they would be over by then.
  const harmed = cluster !== null && cluster.harms.length > 0
  if (cluster && (url !== undefined || baseline || official || desk || profile !== undefined || asShipped))
    throw new Error(
      '--cluster goes with none of --url, --baseline, --official, --desk, --profile, --as-shipped.',
    )
  return {
    matches: whole('matches', values.matches, 1, 3_000),
    seconds: whole('seconds', values.seconds, 1, 86_400),
    clicks: values.clicks === undefined ? Number.POSITIVE_INFINITY : whole('clicks', values.clicks, 1, 1e9),
    thinkMs: whole('think', values.think ?? (asShipped || harmed ? '1000' : '0'), 0, 60_000),
    db,
    url: url ?? null,
    json,
    baseline,
    official,
    asShipped,
    desk,
    profile: profile ?? null,
    cluster,
  }
}
