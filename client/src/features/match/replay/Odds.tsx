import type { MatchState } from '@minefall/shared/game'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TileNote } from '../../../board/grid/BoardGrid.tsx'
import { tileName } from '../../../board/model/coordinates.ts'
import { formatList } from '../../../lib/format.ts'
import { formatPercent } from '../../../lib/percent.ts'
import { oddsQuery } from '../skill/judge-thread.ts'
import type { PositionOdds, TileOdds } from '../skill/position-odds.ts'
import styles from './odds.module.css'
import type { Ply } from './player.ts'

/** What everyone saw of the board after each move. */
const boardsSeen = (plies: readonly Ply[]) =>
  plies.map(({ state: { board } }) => {
    if (!board) return null
    const tiles = board.tiles.map((tile) => tile && { mine: tile.mine, clue: tile.clue })
    return { board: board.board, tiles }
  })

/** The odds after each move of a match that is over, counted once they are asked for. */
export const useOdds = (plies: readonly Ply[], ended: MatchState, isOn: boolean) =>
  useQuery({ ...oddsQuery(ended, () => boardsSeen(plies)), enabled: isOn })

const Face = ({ risk, isBest, share }: TileOdds & { share: string }) => (
  <span className={styles.face} data-best={isBest} style={{ '--risk': risk }} aria-hidden="true">
    <b>{share}</b>
  </span>
)

/** Each closed tile's odds, to be seen on it and heard of it. */
export const useOddsNotes = (odds: PositionOdds | null): readonly (TileNote | null)[] | undefined => {
  const { t, i18n } = useTranslation('replay')
  return useMemo(
    () =>
      odds?.tiles.map((tile) => {
        if (!tile) return null
        const share = formatPercent(tile.risk, i18n.language)
        return {
          face: <Face {...tile} share={share} />,
          label: (text) => t(tile.isBest ? 'odds.tileBest' : 'odds.tile', { tile: text, risk: share }),
        }
      }),
    [odds, t, i18n.language],
  )
}

/** So many tiles are named, and the others counted. */
const namedMost = 3

/** The best tiles and their risk, in one sentence. */
const useBest = () => {
  const { t, i18n } = useTranslation('replay')
  return ({ tiles }: PositionOdds, columns: number): string => {
    const best = tiles.flatMap((tile, index) => (tile?.isBest ? [{ index, risk: tile.risk }] : []))
    const risk = (best[0] ?? tiles.find((tile) => tile !== null))?.risk
    if (risk === undefined) return t('odds.none')
    const percent = formatPercent(risk, i18n.language)
    if (best.length === 0) return t('odds.same', { risk: percent })
    const names = best.slice(0, namedMost).map(({ index }) => tileName(index, columns))
    const others = best.length - names.length
    const at = formatList(others > 0 ? [...names, t('odds.others', { count: others })] : names, i18n.language)
    return t('odds.best', { at, risk: percent })
  }
}

type OddsLegendProps = { odds: PositionOdds | null; failed: boolean; columns: number }

/** What the shades mean, and the best tiles in words. */
export const OddsLegend = ({ odds, failed, columns }: OddsLegendProps) => {
  const { t, i18n } = useTranslation('replay')
  const best = useBest()
  const text = failed ? t('odds.failed') : odds ? best(odds, columns) : t('odds.counting')
  return (
    <div className={styles.legend}>
      <p className={styles.scale}>
        <span>{t('odds.legend')}</span>
        <span aria-hidden="true">
          {formatPercent(0, i18n.language)} <i /> {formatPercent(1, i18n.language)}
        </span>
      </p>
      <p className={styles.best}>
        {odds?.tiles.some((tile) => tile?.isBest) && <i className={styles.bestMark} aria-hidden="true" />}
        <span role="status">
          {text}
          {odds?.isExact === false && ` ${t('odds.estimated')}`}
        </span>
      </p>
    </div>
  )
}
