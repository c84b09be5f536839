import type { MatchId } from '../rules/index.ts'
import { entryHash, noLog, readDocument, type ShownLine } from './log.ts'
import { canonical } from './signing.ts'

/** The longest that a lock may stay open, in milliseconds: far longer than any match takes, pauses included. */
export const lockOpenMost = 6 * 3_600_000

/** How far a log has been walked. */
export type Walked = { position: number; hash: string }

export const nothingWalked: Walked = { position: 0, hash: noLog }

export type Finding = { position: number; finding: string }

/** What lines of a log, one behind the other, come to: what is wrong with the chain, and which matches they close. */
export type Walk = {
  walked: Walked
  findings: readonly Finding[]
  closed: readonly { matchId: MatchId; position: number }[]
}

/**
 * Walks on over lines that follow on `from`; after one that does not, from that line. What is not shown yet is checked
 * with its match, when it is over.
 */
export const walkLog = (from: Walked, lines: readonly ShownLine[]): Walk => {
  const findings: Finding[] = []
  const closed: { matchId: MatchId; position: number }[] = []
  let walked = from
  for (const { at, document, hash, kind, position } of lines) {
    const before = walked.hash
    const say = (finding: string) => findings.push({ position, finding })
    if (position !== walked.position + 1) say(`stands behind ${walked.position}`)
    walked = { position, hash }
    if (document === null) {
      if (kind !== 'opened' && kind !== 'locked') say(`is not shown`)
      continue
    }
    const line = readDocument(kind, document)
    if (!line || canonical(line) !== document) say(`is no line of the kind ${kind}`)
    else if (line.prevLog !== before) say('does not name the line before it')
    else if ('at' in line && line.at !== at) say('has another time than its document')
    if (entryHash(kind, document) !== hash) say('has a hash that is not its document’s')
    if (line && kind === 'closed' && 'outcome' in line) closed.push({ matchId: line.matchId, position })
  }
  return { walked, findings, closed }
}

/** A share with its 95 % interval by Wilson's formula (Journal of the ASA 22, 1927); all from 0 to 1. Null of nothing. */
export const shareOf = (count: number, all: number): { share: number; from: number; to: number } | null => {
  if (all === 0) return null
  const z = 1.96
  const share = count / all
  const middle = share + (z * z) / (2 * all)
  const reach = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all))
  const scale = 1 + (z * z) / all
  return { share, from: Math.max(0, (middle - reach) / scale), to: Math.min(1, (middle + reach) / scale) }
}
