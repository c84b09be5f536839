import type { DeskHealth } from '@minefall/shared/contracts'
import { ago, count, lasting, share } from '../../ui/words.ts'

/** What is said of one thing, and whether somebody has to look. */
export type Check = { name: string; verdict: 'good' | 'look' | 'bad' | 'unknown'; says: string }

/** Nodes tell something at least this often, with room for a slow moment: BFFs beat twice a second. Milliseconds. */
const edgeSilentMs = 5_000
const edgeUntoldMs = 90_000
const nodeSilentMs = 30_000
/** A share of failures that is bad, and how many there must be for it. */
const badShare = 0.02
const badCount = 3

/** Who says nothing for so long was stopped on purpose, it may be, in milliseconds. */
const stoppedMs = 600_000

/** For how long a node was not heard of, in milliseconds; null as long as it is. */
export type Silence = number | null

export const edgeSilence = ({ heardAt, recordedAt }: DeskHealth['bffs'][number], now: number): Silence => {
  const silent = now - (heardAt ?? recordedAt ?? 0)
  return heardAt === null || silent > edgeSilentMs ? silent : null
}
export const nodeSilence = ({ heardAt }: DeskHealth['platforms'][number], now: number): Silence =>
  now - heardAt > nodeSilentMs ? now - heardAt : null

/** Whether a silence is so long that the node is rather gone than in trouble. */
export const isGone = (silence: Silence): boolean => silence !== null && silence > stoppedMs

const nodesOf = ({ bffs, platforms, at }: DeskHealth): Check => {
  const name = 'Nodes'
  const nodes = [
    ...bffs.map((bff) => ({ node: bff.edge, silence: edgeSilence(bff, at) })),
    ...platforms.map((platform) => ({ node: platform.node, silence: nodeSilence(platform, at) })),
  ]
  const names = (which: (silence: Silence) => boolean) =>
    nodes
      .filter(({ silence }) => which(silence))
      .map(({ node }) => node)
      .join(', ')
  const silent = names((silence) => silence !== null && !isGone(silence))
  if (silent !== '') return { name, verdict: 'bad', says: `Silent: ${silent}.` }
  if (bffs.every((bff) => edgeSilence(bff, at) !== null))
    return { name, verdict: 'bad', says: 'No BFF is heard of: nobody can play.' }
  const gone = names(isGone)
  if (gone !== '') return { name, verdict: 'look', says: `Gone, on purpose or not: ${gone}.` }
  const untold = bffs
    .filter(({ recordedAt, connections }) => connections && recordedAt && at - recordedAt > edgeUntoldMs)
    .map(({ edge }) => edge)
  if (untold.length > 0)
    return { name, verdict: 'look', says: `No word of the connections at ${untold.join(', ')}.` }
  const all = bffs.length + platforms.length
  return { name, verdict: 'good', says: `All ${count(all)} report.` }
}

const shardsOf = ({ shards, at }: DeskHealth): Check => {
  const name = 'Shards'
  const loose = shards.filter(({ expiresAt }) => expiresAt <= at)
  if (shards.length === 0)
    return { name, verdict: 'bad', says: 'No shard was ever taken: there are no matches.' }
  if (loose.length > 0) {
    const live = loose.reduce((sum, { matches }) => sum + matches, 0)
    return {
      name,
      verdict: 'bad',
      says: `Nobody holds ${count(loose.length)} of ${count(shards.length)}; ${count(live)} live matches stand still.`,
    }
  }
  const renewed = Math.min(...shards.map(({ renewedAt }) => renewedAt))
  return { name, verdict: 'good', says: `All ${count(shards.length)} are held, renewed ${ago(renewed, at)}.` }
}

const ledgerOf = ({ ledger: { everyMs, checkedAt, findings, failures }, at }: DeskHealth): Check => {
  const name = 'Ledger'
  const failed = failures > 0 ? ` ${count(failures)} could not be brought to an end since.` : ''
  if (checkedAt === null) {
    const when =
      everyMs === 0 ? 'It is only done by hand here.' : `The first one is due every ${lasting(everyMs)}.`
    return { name, verdict: failures > 0 ? 'bad' : 'unknown', says: `Not reconciled yet. ${when}${failed}` }
  }
  const last = ago(checkedAt, at)
  if (findings !== 0)
    return {
      name,
      verdict: 'bad',
      says: `Does not add up: ${count(findings ?? 0)} findings ${last}.${failed}`,
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
      good: `All ${count(codes.sent)} of the last hour left.`,
      bad: 'Not sent in the last hour',
    }),
    shareCheck('Answers', [answers.failed, answers.given], {
      good: `None of ${count(answers.given)} failed in the last hour.`,
      bad: 'Failed by our fault in the last hour',
    }),
  ]
}
