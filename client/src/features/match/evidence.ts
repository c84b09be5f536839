import type { MatchActorRef } from '../../machines/match/index.ts'
import { saveFile } from '../../parts/lists/DownloadFile.tsx'
import type { ReportedMatch } from '../support/index.ts'

/** What a failed check leaves: which match, one paragraph for a report, and all of it as a file. */
export type Evidence = { match: ReportedMatch; summary: string; save(): void }

/** The evidence of a match whose check failed, which `said` says in words; null while none has. */
export const evidenceOf = (
  match: MatchActorRef,
  { name, said }: { name: string; said: string },
): Evidence | null => {
  const { gameId, matchId, proof, seat, secrets, state } = match.getSnapshot().context
  if (proof.status !== 'failed' || matchId === null) return null
  const receipt = secrets?.receipt
  const ours = secrets && { ref: secrets.ref, commit: secrets.commit, serverCommit: secrets.serverCommit }
  const content = { v: 1, matchId, failed: proof.reason, claim: proof.claim, seat, ours, receipt, state }
  return {
    match: { matchId, gameId, name },
    summary: receipt ? `${said} ${JSON.stringify(receipt)}` : said,
    save: () =>
      saveFile(
        new Blob([JSON.stringify(content)], { type: 'application/json' }),
        `minefall-proof-${matchId}.json`,
      ),
  }
}
