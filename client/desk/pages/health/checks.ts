import type { DeskHealth } from '@minefall/shared/contracts/desk'
import { ago, count, lasting, share } from '../../ui/words.ts'

/** What is said of one thing, and whether someone has to look. */
export type Check = { name: string; verdict: 'good' | 'look' | 'bad' | 'unknown'; says: string }

/** Nodes tell something at least this often, with room for a slow moment: BFFs beat twice a second. Milliseconds. */
const edgeSilentMs = 5_000
const edgeUnreportedMs = 90_000
const nodeSilentMs = 30_000
/** A share of failures that is bad, and how many there must be for it. */
const badShare = 0.02
const badCount = 3

/** A BFF that says nothing for so long may have been stopped on purpose, in milliseconds. */
const stoppedMs = 600_000

/**
 * How a node is standing of, and for how long it was not, in milliseconds. `silent` is trouble; `gone` may be; `left` had
 * nothing to do here any more: a BFF from before this platform started, a platform without a shard.
 */
export type Standing = { is: 'here' | 'silent' | 'gone' | 'left'; silentMs: number }

export const edgeStanding = (
  { lastSeenAt, recordedAt }: DeskHealth['bffs'][number],
  now: number,
): Standing => {
  const silentMs = now - (lastSeenAt ?? recordedAt ?? 0)
  if (lastSeenAt === null) return { is: 'left', silentMs }
  if (silentMs <= edgeSilentMs) return { is: 'here', silentMs }
  return { is: silentMs <= stoppedMs ? 'silent' : 'gone', silentMs }
}

export const platformStanding = (
  { node, lastSeenAt }: DeskHealth['platforms'][number],
  { shards, at }: DeskHealth,
): Standing => {
  const silentMs = at - lastSeenAt
  if (silentMs <= nodeSilentMs) return { is: 'here', silentMs }
  return { is: shards.some((shard) => shard.node === node) ? 'silent' : 'left', silentMs }
}

const nodesOf = (health: DeskHealth): Check => {
  const { bffs, platforms, at } = health
  const name = 'Nodes'
  const nodes = [
    ...bffs.map((bff) => ({ node: bff.edge, standing: edgeStanding(bff, at) })),
    ...platforms.map((platform) => ({ node: platform.node, standing: platformStanding(platform, health) })),
  ]
  const those = (is: Standing['is']) =>
    nodes.filter(({ standing }) => standing.is === is).map(({ node }) => node)
  const [silent, gone, left] = [those('silent'), those('gone'), those('left')]
  if (silent.length > 0) return { name, verdict: 'bad', says: `Silent: ${silent.join(', ')}.` }
  if (bffs.every((bff) => edgeStanding(bff, at).is !== 'here'))
    return { name, verdict: 'bad', says: 'No BFF is reporting: no one can play.' }
  if (gone.length > 0) return { name, verdict: 'look', says: `Gone: ${gone.join(', ')}.` }
  const unreported = bffs
    .filter((bff) => edgeStanding(bff, at).is === 'here')
    .filter(({ recordedAt, connections }) => connections && recordedAt && at - recordedAt > edgeUnreportedMs)
    .map(({ edge }) => edge)
  if (unreported.length > 0)
    return { name, verdict: 'look', says: `No connection data from ${unreported.join(', ')}.` }
  const before = left.length > 0 ? ` ${count(left.length)} left.` : ''
  return { name, verdict: 'good', says: `All ${count(those('here').length)} report.${before}` }
}

const shardsOf = ({ shards }: DeskHealth): Check => {
  const name = 'Shards'
  const loose = shards.filter(({ held }) => !held)
  if (shards.length === 0)
    return { name, verdict: 'bad', says: 'No shard has been claimed, so there are no matches.' }
  if (loose.length > 0) {
    const live = loose.reduce((sum, { matches }) => sum + matches, 0)
    return {
      name,
      verdict: 'bad',
      says: `${count(loose.length)} of ${count(shards.length)} shards have no owner. ${count(live)} live matches are on hold.`,
    }
  }
  return { name, verdict: 'good', says: `All ${count(shards.length)} are held.` }
}

const ledgerOf = ({ ledger: { everyMs, checkedAt, findings, failures }, at }: DeskHealth): Check => {
  const name = 'Ledger'
  const failed = failures > 0 ? ` ${count(failures)} failed since.` : ''
  if (checkedAt === null) {
    const when = everyMs === 0 ? 'It’s run manually here.' : `It runs every ${lasting(everyMs)}.`
    return { name, verdict: failures > 0 ? 'bad' : 'unknown', says: `Not reconciled yet. ${when}${failed}` }
  }
  const last = ago(checkedAt, at)
  if (findings !== 0)
    return {
      name,
      verdict: 'bad',
      says: `Doesn’t add up: ${count(findings ?? 0)} findings ${last}.${failed}`,
    }
  const isLate = everyMs > 0 && at - checkedAt > 2 * everyMs
  return {
    name,
    verdict: failures > 0 || isLate ? 'look' : 'good',
    says: `Adds up, reconciled ${last}.${failed}`,
  }
}

/** What is said of how many of all went wrong. */
const shareCheck = (
  name: string,
  [wrong, all]: [number, number],
  words: { good: string; bad: string },
): Check => {
  if (all === 0) return { name, verdict: 'unknown', says: 'None in the last hour.' }
  if (wrong === 0) return { name, verdict: 'good', says: words.good }
  const verdict = wrong >= badCount && wrong / all >= badShare ? 'bad' : 'look'
  return { name, verdict, says: `${words.bad}: ${count(wrong)} of ${count(all)}, ${share(wrong, all)}.` }
}

const quarantineOf = ({ quarantined }: DeskHealth): Check => ({
  name: 'Quarantine',
  verdict: quarantined === 0 ? 'good' : 'bad',
  says:
    quarantined === 0
      ? 'No match was stopped in the last day.'
      : `${count(quarantined)} ${quarantined === 1 ? 'match was' : 'matches were'} stopped in the last day.`,
})

/** Everything that is measured, as a sentence each. */
export const checksOf = (health: DeskHealth): readonly Check[] => {
  const { matches, codes, answers } = health.hour
  return [
    nodesOf(health),
    shardsOf(health),
    ledgerOf(health),
    shareCheck('Voided matches', [matches.voided, matches.ended], {
      good: `None of ${count(matches.ended)} in the last hour.`,
      bad: 'Voided in the last hour',
    }),
    quarantineOf(health),
    shareCheck('Codes', [codes.failed, codes.sent + codes.failed], {
      good: `All ${count(codes.sent)} in the last hour sent.`,
      bad: 'Not sent in the last hour',
    }),
    shareCheck('Answers', [answers.failed, answers.given], {
      good: `None of ${count(answers.given)} failed in the last hour.`,
      bad: 'Failed on our side in the last hour',
    }),
  ]
}
