import type { BusRequest } from '@minefall/shared/contracts'
import { sha256 } from '../ids.ts'

const hashOf = (name: string, ...fields: readonly (string | number)[]): string =>
  sha256(JSON.stringify([name, ...fields]))

/** Each command without its id, hashed: the same id with another of these is refused. */
export const commandHash = {
  sit: ({ matchId, ref, commit }: Pick<BusRequest<'match.sit'>, 'matchId' | 'ref' | 'commit'>) =>
    hashOf('sit', matchId, ref, commit),
  reveal: ({ matchId, seed }: Pick<BusRequest<'match.reveal'>, 'matchId' | 'seed'>) =>
    hashOf('reveal', matchId, seed),
  open: ({ matchId, turn, tile }: Pick<BusRequest<'match.open'>, 'matchId' | 'turn' | 'tile'>) =>
    hashOf('open', matchId, turn, tile),
  leave: ({ matchId }: Pick<BusRequest<'match.leave'>, 'matchId'>) => hashOf('leave', matchId),
}
