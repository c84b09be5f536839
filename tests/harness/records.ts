import { addressOf } from '@minefall/shared/contracts'
import { fairnessCalls } from '@minefall/shared/contracts/rest'
import { connectPlayer } from './player.ts'

/** Plays a trial to its end, and reads its record as a stranger would. */
export const readMatchRecord = async (url: string) => {
  const guest = await connectPlayer(url)
  const matchId = await guest.join('mines-trial', '100', 'trial')
  await guest.play()
  guest.leave()
  const answer = await fetch(url + addressOf(fairnessCalls.record, { params: { id: matchId } }))
  return { matchId, text: await answer.text() }
}
