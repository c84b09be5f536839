import type { MatchState } from '@minefall/shared/game'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { boardScene } from '../../../board/model/scene.ts'
import { formatList } from '../../../lib/format.ts'
import type { Proof } from '../../../machines/match/types.ts'
import { useCoinsText } from '../../../ui/use-coins-text.ts'
import { seatName } from '../names.ts'
import { summarize } from '../result.ts'
import type { ResultPicture } from './paint-result.ts'

/** What the picture of a match that was settled tells; null for any other. Everybody is called by their name in it. */
export const useResultPicture = (state: MatchState, proof: Proof, table: string): ResultPicture | null => {
  const { t, i18n } = useTranslation('match')
  const coins = useCoinsText()
  const isVerified = proof.status === 'verified'
  return useMemo(() => {
    const summary = summarize(state, null)
    if (!summary || state.result?.outcome !== 'settled') return null
    const { winners, pot, rake } = summary
    const names = winners.map((seat) => seatName(state, seat, null, ''))
    const [winner = null] = winners
    const isOne = winners.length === 1
    return {
      scene: boardScene({ state, seat: null, pending: null, canPlay: false, armed: null }),
      table,
      headline: isOne
        ? t('result.watched', { who: names[0] })
        : t('result.sharedBy', { who: formatList(names, i18n.language) }),
      detail: t('share.pot', { amount: coins(pot - rake, state.asset) }),
      seats: state.order.map((seat) => ({
        seat,
        name: seatName(state, seat, null, ''),
        out: state.table[seat]?.out !== undefined,
        won: winners.includes(seat),
      })),
      winner: isOne ? winner : null,
      verified: isVerified ? t('proof.verified.title') : null,
      host: window.location.host,
    }
  }, [state, table, isVerified, coins, t, i18n.language])
}
