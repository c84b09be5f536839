import type { MatchState } from '@minefall/shared/game'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { boardScene } from '../../../board/model/scene.ts'
import { formatList } from '../../../lib/format.ts'
import type { Proof } from '../../../machines/match/types.ts'
import { useCoinsText } from '../../../ui/Coins.tsx'
import { seatName } from '../names.ts'
import { summarize } from '../result.ts'
import { paintResult, type ResultPicture } from './paint-result.ts'
import { type Paint, ShareSheet } from './ShareSheet.tsx'

/** What the picture of a match that was settled tells; null for any other. Everyone is called by their name in it. */
const useResultPicture = (state: MatchState, proof: Proof, table: string): ResultPicture | null => {
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
      scene: boardScene(state),
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

export type ShareDialogProps = {
  open: boolean
  onClose(): void
  /** A match that is over. */
  state: MatchState
  proof: Proof
  /** The table's name. */
  table: string
}

/** A result to show to others: a picture of it, and the address of its replay. */
export const ShareDialog = ({ open, onClose, state, proof, table }: ShareDialogProps) => {
  const { t } = useTranslation('match')
  const told = useResultPicture(state, proof, table)
  const paint = useCallback<Paint>(
    (canvas, theme, font) => told && paintResult(canvas, told, theme, font),
    [told],
  )
  if (!told) return null
  const { headline, detail } = told
  return (
    <ShareSheet
      open={open}
      onClose={onClose}
      paint={paint}
      alt={t('share.alt', { table, headline, detail })}
      fileName={`minefall-${state.matchId.slice(0, 8)}`}
      title={`${table} · ${headline}`}
      link={t('share.link')}
      url={`${window.location.origin}/game/${state.gameId}?match=${state.matchId}&ply=0`}
    />
  )
}
