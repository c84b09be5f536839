import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { serverOf } from './repository.ts'

/** What is done to a cluster while people play on it, by the names that the command line knows. */
export const harmNames = ['owner', 'bff', 'nats', 'postgres', 'rolling'] as const
export type HarmName = (typeof harmNames)[number]

/** What to compare with, by the names that the command line knows: other servers, and a sealed table at ours. */
const serverNames = ['bare', 'like'] as const
const baselineNames = [...serverNames, 'sealed'] as const
export type BaselineServer = (typeof serverNames)[number]
export type BaselineName = (typeof baselineNames)[number]

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
  /** How often each side is measured, in turn with the others. */
  pairs: number
  /** How long each of these turns is, in seconds. */
  seconds: number
  /** Ends a turn after so many acknowledged clicks, if that comes first. */
  clicks: number
  /** Everyone sits in a match whose clock is an hour, and no one moves. */
  idle: boolean
  /** Mean time before each click in milliseconds, each drawn between half and one and a half of it. */
  thinkMs: number
  db: 'pglite' | 'postgres'
  /** The work tree whose server is played; null for the one that the tool is of. */
  tree: string | null
  /** A server that runs already, instead of one started here. */
  url: string | null
  json: boolean
  /** What is played in turn with ours. */
  baselines: readonly BaselineName[]
  /** Uses socket.io-client instead of the protocol by hand. */
  official: boolean
  /** Plays the product's trial table under the product's limits. */
  asShipped: boolean
  /** Players sign in, so that their matches are judged, and take turns with guests at another server of the same build. */
  judged: boolean
  /** What a desk that watches all connections costs is measured. */
  desk: boolean
  /** So many sockets watch one of the matches on TV, in turn with none. */
  watchers: number
  /** The folder for a CPU profile of the server. */
  profile: string | null
  cluster: ClusterShape | null
  /** The runs of the bar, each beside that of an older work tree if one is named, of so many matches or their own number. */
  bar: { before: string | null; matches: number | null } | null
}

export const usage = `npm run load -- [options]

  --matches <n>      matches at a time, five sockets each (200; 1000 with --idle)
  --pairs <n>        how often each side is measured, in turn with the others (3)
  --seconds <n>      how long each turn is (10; with --cluster 30)
  --clicks <n>       ends a turn earlier, after so many clicks
  --idle             all sit in matches in play, and none moves
  --think <ms>       mean time before a click (0: as fast as they go; 1000 with --as-shipped or --kill)
  --db <name>        pglite or postgres (pglite)
  --tree <folder>    plays the server of another work tree, as it is built there
  --url <address>    a server that runs already
  --json             prints one JSON object
  --baseline <name>  plays another server in turn with ours: bare or like, which is bare but opens and ends
                     matches as ours does, or both; sealed plays a sealed table at our server
  --official         uses socket.io-client
  --as-shipped       the product's own trial table and limits
  --judged           as shipped, by players who sign in, so that their matches are judged when they are over, and in
                     turn by guests at a second server, whose matches are not
  --desk             measures with and without a desk that watches, in turn
  --watchers <n>     accounts play at a table with clues, and so many sockets watch one of their matches on TV, in turn
                     with none (--matches 20, --think 300)
  --profile <folder> writes a CPU profile of the server and its flame graph there
  --cluster          a cluster of processes on PostgreSQL, played through its gateway
  --platforms <n>    its platform nodes (2)
  --bffs <n>         its BFFs (2)
  --kill <what>      does this to it in turn: ${harmNames.join(', ')}, or several with commas
  --beside-one       plays in turn with all its platform nodes and with one
  --bar              plays what docs/performance.md is measured by, and prints a table; takes --pairs, --seconds (30)
                     and --matches, in place of each run's own
  --before <folder>  plays each of these runs with another work tree's server as well, in turn`

const whole = (name: string, text: string, min: number, max: number): number => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`--${name} must be a whole number from ${min} to ${max}, but it is ${text}.`)
  return value
}

const readBaselines = (name: string | undefined): readonly BaselineName[] => {
  const named = baselineNames.filter((known) => name === known || (name === 'both' && known !== 'sealed'))
  if (name !== undefined && named.length === 0)
    throw new Error(`--baseline must be ${baselineNames.join(', ')} or both, but it is ${name}.`)
  return named
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

/** Reads the command line. Throws an error whose message is one sentence for anyone who typed it. */
export const readArguments = (args: string[]): LoadOptions => {
  const { values } = parseArgs({
    args,
    options: {
      matches: { type: 'string' },
      pairs: { type: 'string', default: '3' },
      seconds: { type: 'string' },
      idle: { type: 'boolean', default: false },
      clicks: { type: 'string' },
      think: { type: 'string' },
      db: { type: 'string', default: 'pglite' },
      tree: { type: 'string' },
      url: { type: 'string' },
      bar: { type: 'boolean', default: false },
      before: { type: 'string' },
      json: { type: 'boolean', default: false },
      baseline: { type: 'string' },
      official: { type: 'boolean', default: false },
      'as-shipped': { type: 'boolean', default: false },
      judged: { type: 'boolean', default: false },
      desk: { type: 'boolean', default: false },
      watchers: { type: 'string' },
      profile: { type: 'string' },
      cluster: { type: 'boolean', default: false },
      platforms: { type: 'string' },
      bffs: { type: 'string' },
      kill: { type: 'string' },
      'beside-one': { type: 'boolean', default: false },
    },
  })
  const { db, tree, url, json, official, judged, desk, profile, idle, bar, before } = values
  const baselines = readBaselines(values.baseline)
  if (db !== 'pglite' && db !== 'postgres')
    throw new Error(`--db must be pglite or postgres, but it is ${db}.`)
  if (url !== undefined && !/^http:\/\/[^/]+\/?$/.test(url))
    throw new Error(`--url must be like http://127.0.0.1:8080, but it is ${url}.`)
  if (url !== undefined && profile !== undefined)
    throw new Error('--profile needs a server that the tool starts itself, so it does not go with --url.')
  if (desk && (url !== undefined || baselines.length > 0 || official))
    throw new Error(
      '--desk needs a server that the tool starts itself, and goes with neither --baseline nor --official.',
    )
  const asShipped = values['as-shipped'] || judged
  if (baselines.includes('sealed') && (url !== undefined || tree !== undefined || asShipped || idle))
    throw new Error('--baseline sealed goes with none of --url, --tree, --as-shipped, --idle.')
  const cluster = readShape(values)
  if (judged && (url !== undefined || baselines.length > 0 || desk || cluster || bar))
    throw new Error('--judged goes with none of --url, --baseline, --desk, --cluster, --bar.')
  const watchers = values.watchers === undefined ? 0 : whole('watchers', values.watchers, 1, 20_000)
  const isPlain = !asShipped && !official && !desk && !cluster && !bar && !idle && baselines.length === 0
  if (watchers > 0 && (!isPlain || url !== undefined || tree !== undefined))
    throw new Error(
      '--watchers goes with --matches, --pairs, --seconds, --think, --db, --profile and --json alone.',
    )
  if (tree !== undefined && (url !== undefined || desk || cluster || bar))
    throw new Error('--tree goes with none of --url, --desk, --cluster, --bar.')
  if (before !== undefined && !bar) throw new Error('--before goes with --bar alone.')
  for (const folder of [tree, before])
    if (folder !== undefined && !existsSync(serverOf(folder)))
      throw new Error(`${folder} has no built server; build it there first.`)
  if (idle && (url !== undefined || desk || asShipped || cluster))
    throw new Error('--idle goes with none of --url, --desk, --as-shipped, --cluster.')
  // Harm meets matches that have begun while others gather: without thought they would be over by then.
  const harmed = cluster !== null && cluster.harms.length > 0
  const isAlone = url === undefined && baselines.length === 0 && !official && !desk
  if (cluster && (!isAlone || profile !== undefined || asShipped))
    throw new Error(
      '--cluster goes with none of --url, --baseline, --official, --desk, --profile, --as-shipped.',
    )
  const matches = whole('matches', values.matches ?? (idle ? '1000' : watchers > 0 ? '20' : '200'), 1, 3_000)
  return {
    matches,
    pairs: whole('pairs', values.pairs, 1, 1_000),
    seconds: whole('seconds', values.seconds ?? (cluster || bar ? '30' : '10'), 1, 86_400),
    clicks: values.clicks === undefined ? Number.POSITIVE_INFINITY : whole('clicks', values.clicks, 1, 1e9),
    idle,
    thinkMs: whole(
      'think',
      values.think ?? (asShipped || harmed ? '1000' : watchers > 0 ? '300' : '0'),
      0,
      60_000,
    ),
    db,
    tree: tree ?? null,
    url: url ?? null,
    json,
    baselines,
    official,
    asShipped,
    judged,
    desk,
    watchers,
    profile: profile ?? null,
    cluster,
    bar: bar ? { before: before ?? null, matches: values.matches === undefined ? null : matches } : null,
  }
}
