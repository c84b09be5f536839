import { expect, it } from 'vitest'
import { readArguments } from './arguments.ts'

it('plays 200 matches three times for 10 s as fast as they go, on the embedded database, when told nothing', () => {
  expect(readArguments([])).toEqual({
    matches: 200,
    pairs: 3,
    seconds: 10,
    clicks: Number.POSITIVE_INFINITY,
    idle: false,
    thinkMs: 0,
    db: 'pglite',
    tree: null,
    url: null,
    json: false,
    baselines: [],
    official: false,
    asShipped: false,
    judged: false,
    desk: false,
    watchers: 0,
    profile: null,
    cluster: null,
    bar: null,
  })
})

it('takes everything that usage names', () => {
  const args =
    '--matches 5 --pairs 2 --seconds 7 --clicks 9 --think 250 --db postgres --json --baseline bare --official'
  expect(readArguments([...args.split(' '), '--as-shipped', '--profile', 'there'])).toEqual({
    matches: 5,
    pairs: 2,
    seconds: 7,
    clicks: 9,
    idle: false,
    thinkMs: 250,
    db: 'postgres',
    tree: null,
    url: null,
    json: true,
    baselines: ['bare'],
    official: true,
    asShipped: true,
    judged: false,
    desk: false,
    watchers: 0,
    profile: 'there',
    cluster: null,
    bar: null,
  })
})

it('takes a cluster, and what is to be done to it', () => {
  expect(readArguments(['--cluster']).cluster).toEqual({ platforms: 2, bffs: 2, harms: [], besideOne: false })
  const args = '--cluster --platforms 3 --bffs 1 --kill owner,rolling --beside-one'
  const shape = { platforms: 3, bffs: 1, harms: ['owner', 'rolling'], besideOne: true }
  expect(readArguments(args.split(' ')).cluster).toEqual(shape)
})

it('takes one baseline, or both', () => {
  expect(readArguments(['--baseline', 'like']).baselines).toEqual(['like'])
  expect(readArguments(['--baseline', 'both']).baselines).toEqual(['bare', 'like'])
})

it('takes the bar, its runs 30 s long each with their own number of matches', () => {
  expect(readArguments(['--bar'])).toMatchObject({
    pairs: 3,
    seconds: 30,
    bar: { before: null, matches: null },
  })
  expect(readArguments(['--bar', '--matches', '2']).bar).toEqual({ before: null, matches: 2 })
})

it('seats 5,000 where no one moves', () => {
  expect(readArguments(['--idle'])).toMatchObject({ idle: true, matches: 1000 })
})

it('thinks a second by default where the limits are the product’s own, and where a cluster is harmed', () => {
  expect(readArguments(['--as-shipped']).thinkMs).toBe(1000)
  expect(readArguments(['--cluster']).thinkMs).toBe(0)
  expect(readArguments(['--cluster', '--kill', 'owner']).thinkMs).toBe(1000)
})

it.each([
  [['--matches', '0'], '--matches must be a whole number from 1 to 3000, but it is 0.'],
  [['--seconds', '1.5'], '--seconds must be a whole number from 1 to 86400, but it is 1.5.'],
  [['--baseline', 'colyseus'], '--baseline must be bare, like, sealed or both, but it is colyseus.'],
  [['--before', '.'], '--before goes with --bar alone.'],
  [['--bar', '--before', 'nowhere'], 'nowhere has no built server; build it there first.'],
  [['--idle', '--desk'], '--idle goes with none of --url, --desk, --as-shipped, --cluster.'],
  [['--judged', '--desk'], '--judged goes with none of --url, --baseline, --desk, --cluster, --bar.'],
  [['--db', 'mysql'], '--db must be pglite or postgres, but it is mysql.'],
  [['--url', 'here'], '--url must be like http://127.0.0.1:8080, but it is here.'],
  [
    ['--url', 'http://here:1', '--profile', 'x'],
    '--profile needs a server that the tool starts itself, so it does not go with --url.',
  ],
  [['--kill', 'owner'], '--platforms, --bffs, --kill and --beside-one go with --cluster alone.'],
  [
    ['--cluster', '--kill', 'owner,everyone'],
    '--kill must name owner, bff, nats, postgres, rolling, but it is everyone.',
  ],
  [['--cluster', '--baseline', 'bare'], '--cluster goes with none of'],
  [
    ['--desk', '--baseline', 'bare'],
    '--desk needs a server that the tool starts itself, and goes with neither',
  ],
])('says what is wrong with %j', (args, sentence) => {
  expect(() => readArguments(args)).toThrow(sentence)
})

it('plays the product’s own table where matches are judged', () => {
  expect(readArguments(['--judged'])).toMatchObject({ judged: true, asShipped: true, thinkMs: 1000 })
})

it('measures what a desk that watches costs where that is asked for', () => {
  expect(readArguments(['--desk']).desk).toBe(true)
})

it('refuses what it does not know', () => {
  expect(() => readArguments(['--matche', '5'])).toThrow('--matche')
})
